/** A real S3-compatible server for the tests: Versity's gateway over a folder, which checks every signature. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { untilReady } from './probes.ts'
import { type ManagedProcess, startProcess } from './processes.ts'
import { cacheDirectory, findOnPath, goInstall, isExecutable } from './programs.ts'
import type { Progress } from './progress.ts'

const PROGRAM = 'versitygw'
const SOURCE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

/**
 * Path of a `versitygw` program: VERSITYGW_PATH, the machine's, our cache's, or built from source in about a minute.
 * @throws Error telling how to get one.
 */
export async function findS3Server(say: Progress): Promise<string> {
  const chosen = process.env.VERSITYGW_PATH
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`VERSITYGW_PATH is ${chosen}, which is not a program.`)
  }
  const installed = findOnPath(PROGRAM)
  if (installed) return installed
  const cached = join(cacheDirectory(), PROGRAM)
  if (isExecutable(cached)) return cached
  mkdirSync(cacheDirectory(), { recursive: true })
  try {
    await goInstall({ name: 'S3 server', source: SOURCE, target: cached, packages: 700, say })
    return cached
  } catch (error) {
    throw new Error(
      `The S3-compatible server for the tests could not be built: ${error instanceof Error ? error.message : error}\n` +
        'Install Go, or Versity S3 Gateway so that `versitygw` is on PATH, or set VERSITYGW_PATH to it.',
    )
  }
}

export interface S3ServerOptions {
  /** From `findS3Server`. */
  binary: string
  directory: string
  port: number
  accessKeyId: string
  secretAccessKey: string
}

/** Resolves when it answers at http://127.0.0.1:<port>. */
export async function startS3Server(options: S3ServerOptions): Promise<ManagedProcess> {
  const { binary, directory, port, accessKeyId, secretAccessKey } = options
  const objects = join(directory, 'objects')
  // Beside the objects rather than in their extended attributes, which not every file system has.
  const sidecar = join(directory, 'metadata')
  for (const folder of [objects, sidecar]) mkdirSync(folder, { recursive: true })
  const server = await startProcess({
    name: PROGRAM,
    command: binary,
    args: ['--port', `127.0.0.1:${port}`, '--health', '/health', '--quiet', 'posix', '--sidecar', sidecar, objects],
    env: { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    graceMs: 3_000,
  })
  await untilReady(server, 'The S3 server answering', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    return answer.ok
  })
  return server
}
