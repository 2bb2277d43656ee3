/** What a request for a movement says is loaded, told and exported wherever the movement is: it has a bound. */
import { problem } from './problem.ts'
import type { ProblemField } from './schemas/problem.ts'

const MOST_KB = 64

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** That the request is too large, said of its largest member. Empty if it is not. */
export function oversize(body: object): ProblemField[] {
  if (bytesOf(body) <= MOST_KB * 1024) return []
  const [largest = ''] = Object.keys(body).toSorted((one, other) => sizeIn(body, other) - sizeIn(body, one))
  return [{ path: `/${largest}`, rule: 'maxSize', message: `makes the request larger than ${MOST_KB} kB of JSON` }]
}

const sizeIn = (body: object, name: string) => bytesOf({ [name]: body[name as keyof typeof body] })

/** @throws ApiProblem 422 where the request is too large. */
export function assertSize(body: object): void {
  const errors = oversize(body)
  if (errors.length > 0) throw problem('rule_broken', { errors })
}
