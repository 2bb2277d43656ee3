/** Processor time by process, from Linux's /proc. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second, whatever the machine. */
const MS_PER_TICK = 10

/** Milliseconds of processor time so far, by name; null where there is no /proc. Ended children of a process count as its own. */
export function cpuMeter(processes: Readonly<Record<string, number>>): () => Record<string, number | null> {
  return () => {
    if (!existsSync('/proc/self/stat')) return mapValues(processes, () => null)
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? [])
    return mapValues(processes, (pid) =>
      all.filter((one) => one.pid === pid || one.parent === pid).reduce((sum, { ms }) => sum + ms, 0),
    )
  }
}

function readStat(pid: number): { pid: number; parent: number; ms: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    return { pid, parent: fields[1] ?? 0, ms: (user + system + childUser + childSystem) * MS_PER_TICK }
  } catch {
    return undefined
  }
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
