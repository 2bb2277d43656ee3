/** What an answer to an operator's decision says of whether it was carried out. */

interface Heard {
  status: number
  body: unknown
}

/** @returns the status, with `perhaps` where the product does not know; or what went wrong on the way. */
export const whatBecame = (answer: Promise<Heard>): Promise<string> =>
  answer.then(
    ({ status, body }) => (isPerhaps(body) ? `${status} perhaps` : `${status}`),
    (error: Error) => error.name,
  )

const isPerhaps = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'outcome_unknown'
