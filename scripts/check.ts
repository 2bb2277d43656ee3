/**
 * `npm run check`: format and lint, types, import arrows, all at once; generated files, which are written anew, after them. Every step
 * runs, whatever the others say.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GENERATED, generateAll } from './generate.ts'
import { startProcess } from './support/processes.ts'
import { elapsed } from './support/progress.ts'
import { ROOT } from './support/root.ts'

const TOOLS = 'node_modules'
/** Several checkers make most types anew each for itself: twice the processor time, while the other steps want it, too. */
const ALONE = ['--checkers', '1']
type Step = readonly [name: string, run: () => Promise<string>]

const READING: readonly Step[] = [
  ['format and lint', () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')],
  ['types: server', () => tool('typescript/bin/tsc', ...ALONE, '-p', 'tsconfig.json')],
  ['types: web', () => tool('typescript/bin/tsc', ...ALONE, '-p', 'web/tsconfig.json')],
  ['structure', () => tool('vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/structure')],
]
const WRITING: Step = ['generated files', unchangedByGeneration]

const passed = [...(await Promise.all(READING.map(take))), await take(WRITING)]
const failures = passed.filter((isPassed) => !isPassed).length
console.log(failures === 0 ? 'Everything is in order.' : `${failures} of ${passed.length} steps failed.`)
process.exitCode = failures === 0 ? 0 : 1

async function take([name, run]: Step): Promise<boolean> {
  const since = Date.now()
  const complaint = await run().catch((error: unknown) => String(error))
  console.log(complaint ? `FAIL  ${name} (${elapsed(since)})\n${complaint}\n` : `ok    ${name} (${elapsed(since)})`)
  return !complaint
}

/** Empty when the tool was content, else what it said. */
async function tool(path: string, ...args: string[]): Promise<string> {
  const lines: string[] = []
  const run = await startProcess({
    name: path,
    command: process.execPath,
    args: [join(ROOT, TOOLS, path), ...args],
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    onLine: (line) => lines.push(line),
  })
  const { code } = await run.exited
  return code === 0 ? '' : lines.join('\n') || `${path} ended with ${code}`
}

/** Generates everything and compares; the files are put back as they were. */
async function unchangedByGeneration(): Promise<string> {
  const before = readAll()
  try {
    await generateAll()
    const after = readAll()
    const names = [...new Set([...before.keys(), ...after.keys()])]
    const changed = names.filter((name) => before.get(name) !== after.get(name))
    return changed.length === 0 ? '' : `Not up to date, run \`npm run generate\`: ${changed.join(', ')}`
  } finally {
    for (const name of readAll().keys()) if (!before.has(name)) rmSync(join(ROOT, name))
    for (const [name, content] of before) {
      mkdirSync(dirname(join(ROOT, name)), { recursive: true })
      writeFileSync(join(ROOT, name), content)
    }
  }
}

function readAll(): Map<string, string> {
  const contents = new Map<string, string>()
  const add = (path: string) => {
    const absolute = join(ROOT, path)
    if (!existsSync(absolute)) return
    if (statSync(absolute).isDirectory()) for (const name of readdirSync(absolute)) add(`${path}/${name}`)
    else contents.set(path, readFileSync(absolute, 'utf8'))
  }
  for (const path of GENERATED) add(path)
  return contents
}
