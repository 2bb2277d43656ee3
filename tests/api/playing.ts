/** What the models of lives have in common: how their commands are played, and on what. */
import fc from 'fast-check'
import { freePort } from '../../scripts/support/ports.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'
import { keepEvents } from './told-numbers.ts'

type Options = NonNullable<Parameters<typeof startChargingApi>[0]>

/** The API at an address that the fake providers post to, and an endpoint that hears of everything. */
export async function startHeardApi(options: Options = {}): Promise<{ api: ChargingApi; endpointId: string }> {
  const port = await freePort()
  const settings = { publicUrl: `http://127.0.0.1:${port}`, ...options.settings }
  const api = await startChargingApi({ ...options, settings })
  await api.app.listen({ port, host: '127.0.0.1' })
  return { api, endpointId: await keepEvents(api) }
}

export type Command<Model extends object, Real> = fc.AsyncCommand<Model, Real>

/** @param agree the product comes to stand as the model does. */
export const commandsOf =
  <Model extends object, Real>(agree: (model: Model, real: Real) => Promise<unknown>) =>
  (
    name: string,
    check: (model: Readonly<Model>) => boolean,
    run: (model: Model, real: Real) => Promise<unknown>,
  ): Command<Model, Real> => ({
    check,
    run: async (model, real) => {
      await run(model, real)
      await agree(model, real)
    },
    toString: () => name,
  })

/** A life that begins in one of these ways. */
export const beginningWith = <Model extends object, Real>(
  begins: readonly (readonly Command<Model, Real>[])[],
  others: fc.Arbitrary<Iterable<Command<Model, Real>>>,
): fc.Arbitrary<Iterable<Command<Model, Real>>> =>
  fc.tuple(fc.constantFrom(...begins), others).map(([begin, rest]) => ({
    *[Symbol.iterator]() {
      yield* begin
      yield* rest
    },
    toString: () => `${begin},${rest}`,
  }))

/** So many lives, each from its begin through whatever happens to its end. Without a bias, because it makes the first lives short. */
export async function play<Model extends object, Real>(
  lives: number,
  happenings: fc.Arbitrary<Iterable<Command<Model, Real>>>,
  begin: () => Promise<{ model: Model; real: Real; end(): Promise<unknown> }>,
): Promise<void> {
  const life = fc.asyncProperty(fc.noBias(happenings), async (commands) => {
    const { model, real, end } = await begin()
    await fc.asyncModelRun(() => ({ model, real }), commands)
    await end()
  })
  await fc.assert(life, { numRuns: lives, endOnFailure: true })
}
