/** What every bench on a whole stack begins and ends with. */
import { stopAllProcesses } from '../scripts/support/processes.ts'
import { elapsed } from '../scripts/support/progress.ts'
import { type Stack, startStack } from './stack.ts'

const since = Date.now()

/** Progress, with the time since the start. */
export const say = (text: string) => console.log(`[${elapsed(since).padStart(5)}] ${text}`)

/** Runs `bench` on a stack of its own and stops everything, also when it fails or is stopped. */
export async function onStack(
  options: Omit<Parameters<typeof startStack>[0], 'say'>,
  bench: (stack: Stack) => Promise<void>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAllProcesses().finally(() => process.exit(1)))
  }
  try {
    const stack = await startStack({ say, ...options })
    await bench(stack).finally(() => stack.stop())
    say('Everything stopped')
  } catch (error) {
    console.error(error)
    await stopAllProcesses()
    process.exit(1)
  }
}
