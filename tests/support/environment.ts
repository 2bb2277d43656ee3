/** A test run must not depend on what the person's shell has set for the product. */
export function withoutOurSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(DATABASE_|TEMPORAL_(ADDRESS|NAMESPACE|UI_URL)$|TRILHO_|SANDBOX_|PORT$|HOST$|PUBLIC_URL$|LOG_LEVEL$|NODE_ENV$|VITEST)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)))
}
