/** The SDK as sellers have it: packed, and installed in a folder that has nothing else. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oneAtATime } from '../../scripts/support/lock.ts'
import { ROOT } from '../../scripts/support/root.ts'

const run = promisify(execFile)
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

/** @returns the folder of the seller's program. */
export async function installSdk(directory: string): Promise<string> {
  const program = join(directory, 'program')
  await mkdir(program)
  await writeFile(join(program, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  // Packing compiles the SDK anew, into one folder for all who pack it.
  const pack = () => run('npm', ['pack', '--pack-destination', directory], { cwd: join(ROOT, 'sdk') })
  await oneAtATime(join(ROOT, 'node_modules/.sdk-pack.json'), () => undefined, pack)
  const tarball = (await readdir(directory)).find((name) => name.endsWith('.tgz'))
  if (!tarball) throw new Error('npm pack made no tarball')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(directory, tarball)], { cwd: program })
  return program
}

/** What the compiler says of a program there, its libraries included; empty when it is content. */
export async function complaintsAbout(program: string, files: readonly string[]): Promise<string> {
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  return run(process.execPath, [COMPILER, ...options, ...types, ...files], { cwd: program }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

/** The program that stands in a Markdown text under its name. */
export function programIn(markdown: string, name: string): string {
  const block = markdown.split('```ts\n').find((text) => text.startsWith(`// ${name}\n`))
  if (!block) throw new Error(`There is no ${name}`)
  return block.slice(0, block.indexOf('```'))
}
