/** The body of a request, as JSON; nothing where there is none. */
export const withJson = (body: unknown): { body?: string; headers?: { 'content-type': string } } =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
