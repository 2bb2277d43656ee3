import { fileURLToPath } from 'node:url'
import { type BundleOptions, bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import type { Logger } from 'pino'
import { FAILURE_CONVERTER_PATH } from '../temporal/data-converter.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../workflows/${file}`, import.meta.url))

/**
 * The workflows as one script for the sandbox in which Temporal runs them.
 * @param workflowsPath the file that exports them.
 */
export function workflowBundle(
  logger: Logger,
  isTraced = false,
  workflowsPath = pathOf('index.ts'),
): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [pathOf('interceptors.ts'), ...(isTraced ? [pathOf('tracing.ts')] : [])],
    failureConverterPath: FAILURE_CONVERTER_PATH,
    webpackConfigHook: joined,
    logger: bundlerLogger(logger),
  })
}

type WebpackConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0]

/**
 * Ours as one module. Each workflow evaluates the bundle anew, module by module, and looks each module up again wherever one calls
 * another: joined, that is a quarter less.
 */
function joined(config: WebpackConfig): WebpackConfig {
  return { ...config, optimization: { ...config.optimization, providedExports: true, concatenateModules: true } }
}

function bundlerLogger(logger: Logger) {
  const quiet = (message: string) => logger.debug(message)
  return {
    log: (_level: string, message: string) => quiet(message),
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: (message: string) => logger.warn(message),
    error: (message: string) => logger.error(message),
  }
}
