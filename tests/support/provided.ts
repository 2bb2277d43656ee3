/** What the servers' start-up tells the tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Connection address of the server's maintenance database. */
    postgresUrl: string
    temporalAddress: string
    /** Where the workflows are, bundled once for all workers of the run. */
    workflowBundlePath: string
  }
}

/** The migrated database that every test's own is copied from. */
export const TEMPLATE_DATABASE = 'trilho_template'
