/** Follows a trace through asynchronous calls. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api'

export function asyncContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (context, run, self, ...args) => storage.run(context, () => run.apply(self as never, args)),
    bind: <T>(context: Context, target: T): T => {
      if (typeof target !== 'function') return target
      const bound = (...args: unknown[]) => storage.run(context, () => target(...args))
      return bound as T
    },
    enable: () => manager,
    disable: () => {
      storage.disable()
      return manager
    },
  }
  return manager
}
