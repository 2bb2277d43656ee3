/** The rules that keep the parts apart: who may import whom, what pure code may touch, how long a file may be. */
import { matchesGlob } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { importsOf, isCode, projectFiles, withoutComments } from './support/source-files.ts'

const files = projectFiles()
const code = files.filter(isCode)

interface Arrows {
  /** Folders or files of ours that may be imported. */
  ours: readonly string[]
  /** Folders of ours of which only types may be imported. */
  types?: readonly string[]
  /** Packages; any when left out. */
  packages?: RegExp
  /** What single places of the folder may import besides. */
  besides?: Readonly<Record<string, readonly string[]>>
}

/** Tests, scripts and benches may import anything; everything else is listed here. */
const ARROWS = {
  domain: { ours: ['domain'], packages: /^@brazilian-utils\// },
  config: {
    ours: ['config', 'domain/defined.ts', 'domain/mail.ts', 'domain/our-messages.ts'],
    packages: /^(ipaddr\.js|node:(crypto|dns|dns\/promises|fs|net|path))$/,
  },
  mail: { ours: ['mail', 'domain', 'config/keys.ts', 'config/link-token.ts'], packages: /^nodemailer$/ },
  providers: { ours: ['providers', 'domain'], packages: /^(node:crypto|typebox(\/.*)?)$/ },
  db: { ours: ['db', 'domain', 'config'], types: ['providers/contract.ts'] },
  telemetry: {
    ours: ['telemetry', 'config', 'db/errors.ts', 'domain/card-number.ts', 'domain/defined.ts'],
    packages: /^(@opentelemetry\/.*|node:async_hooks|pino)$/,
  },
  temporal: { ours: ['temporal', 'telemetry', 'config', 'workflows/messages.ts', 'domain/defined.ts'] },
  storage: { ours: ['storage', 'config'], packages: /^(aws4fetch|node:(crypto|fs\/promises|path|stream))$/ },
  inbox: { ours: ['inbox', 'providers', 'db', 'domain', 'config', 'telemetry', 'temporal', 'workflows/messages.ts'] },
  gateway: { ours: ['gateway', 'providers', 'db', 'domain', 'config', 'storage', 'telemetry'] },
  activities: {
    ours: [
      'activities',
      'gateway',
      'providers',
      'db',
      'domain',
      'config',
      'temporal',
      'inbox',
      'storage',
      'mail',
      'workflows/messages.ts',
      'workflows/texts.ts',
      // Sellers are told what the API shows: docs/decisions/0055-sellers-are-told-by-the-database.md
      'api/webhook/event.ts',
    ],
    types: ['workflows'],
  },
  workflows: {
    ours: ['workflows', 'domain', 'temporal/unsealed.ts'],
    types: ['activities', 'db'],
    packages: /^@temporalio\/(workflow|common)$/,
  },
  worker: {
    ours: [
      'worker',
      'activities',
      'gateway',
      'workflows/messages.ts',
      'providers',
      'db',
      'domain',
      'config',
      'telemetry',
      'temporal',
      'inbox',
      'storage',
      'mail',
    ],
  },
  api: {
    ours: [
      'api',
      'workflows/messages.ts',
      'workflows/texts.ts',
      'providers',
      'db',
      'domain',
      'config',
      'telemetry',
      'temporal',
      'inbox',
      'storage',
      'mail',
    ],
    besides: {
      // Cards are handed to providers here: docs/decisions/0008-cards-stay-in-the-process-that-received-them.md
      'api/card': ['gateway'],
      'api/plugins/app/connections.ts': ['gateway'],
      // What platforms share, they share in one way.
      'api/turns.ts': ['gateway/shares.ts'],
      // A connection's test, what it would send, its balance, an endpoint's test: docs/decisions/0137-the-api-asks-where-somebody-waits.md
      'api/account': ['gateway'],
      'api/webhook/endpoint.ts': ['gateway/seller.ts', 'gateway/http-client.ts'],
    },
  },
  web: {
    ours: ['web', 'domain'],
    types: ['api/schemas'],
    packages: /^(?!node:)/,
    // Forms validate with the API's own schemas, which come in by this door alone: they bring TypeBox along.
    besides: { 'web/src/api/schemas.ts': ['api/schemas'] },
  },
  sandbox: { ours: ['sandbox', 'domain/money.ts'] },
  // Runs in sellers' systems, where nothing of ours and no package is; its command line is a program of Node.
  sdk: { ours: ['sdk'], packages: /^node:/ },
} as const satisfies Record<string, Arrows>

const within = (target: string, places: readonly string[]) =>
  places.some((place) => target === place || target.startsWith(`${place}/`))

const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

describe.each(Object.entries<Arrows>(ARROWS))('%s', (folder, { ours, types = [], packages, besides = {} }) => {
  const own = code.filter(({ path }) => within(path, [folder]))

  test('imports only what its place allows', () => {
    const wrong = own.flatMap((file) =>
      importsOf(file)
        .filter((arrow) => {
          if (!arrow.ours) return packages !== undefined && !packages.test(arrow.target)
          if (arrow.typeOnly && within(arrow.target, types)) return false
          const places = Object.entries(besides).filter(([place]) => within(file.path, [place]))
          return !within(arrow.target, [...ours, ...places.flatMap(([, targets]) => targets)])
        })
        .map((arrow) => `${file.path} imports ${arrow.target}`),
    )
    expect(wrong).toEqual([])
  })
})

test("what sellers' programs import of the SDK runs without Node, too", () => {
  const library = code.filter(({ path }) => within(path, ['sdk']) && !within(path, ['sdk/cli']))
  const imported = library.flatMap((file) => importsOf(file).map(({ target }) => `${file.path} imports ${target}`))
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter((arrow) => !/ sdk\/[\w.-]+$/.test(arrow))).toEqual([])
})

test('every folder with code has its arrows, or is one that may import anything', () => {
  const folders = new Set(code.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0]))
  const free = ['tests', 'scripts', 'bench']
  expect([...folders].filter((folder) => folder && !(folder in ARROWS) && !free.includes(folder))).toEqual([])
})

test.each(['domain', 'providers'])('%s is pure: no clock, no chance, no network, no environment', (folder) => {
  const impure =
    /\bDate\.now\b|\bMath\.random\b|\bnew Date\(\s*\)|(?<![.*\w])fetch\(|\bprocess\.|\bsetTimeout\b|\brandomBytes\b|\brandomUUID\b/
  const wrong = code.filter((file) => within(file.path, [folder]) && impure.test(withoutComments(file)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('cents meet decimals in domain/money.ts alone', () => {
  const decimal = /[*/] 100(?![\d_])|\btoFixed\b/
  const wrong = code.filter(
    (file) =>
      within(file.path, Object.keys(ARROWS)) && file.path !== 'domain/money.ts' && decimal.test(withoutComments(file)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('a dialect is a wire that several providers share', () => {
  const wires = code.filter(({ path }) => /^providers\/dialects\/[^/]+\.ts$/.test(path))
  const catalog = code.filter(({ path }) => within(path, ['providers/catalog']))
  const providersOf = (wire: string) =>
    new Set(
      catalog
        .filter((file) => importsOf(file).some(({ target }) => target === wire))
        .map(({ path }) => path.split('/')[2]?.replace('.ts', '')),
    )
  expect(wires.map(({ path }) => path).filter((path) => providersOf(path).size < 2)).toEqual([])
})

test("texts for operators stand in the workflows' own file of texts", () => {
  const written = /(?:setCurrentDetails\(|\bsummary:)\s*['"`]|'[^'\n]*[À-ÿ][^'\n]*'/
  const wrong = code.filter(
    (file) =>
      within(file.path, ['workflows']) && file.path !== 'workflows/texts.ts' && written.test(withoutComments(file)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('no file is too long to be read at one go', () => {
  const limit = (path: string) => (within(path, ['web']) ? 250 : 300)
  const long = code
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > limit(path))
  expect(long).toEqual([])
})

test('no page of the web imports the router, which imports every page', () => {
  const pages = code.filter(({ path }) => within(path, ['web/src']) && path !== 'web/src/main.tsx')
  const wrong = pages.filter((file) => importsOf(file).some(({ target }) => target === 'web/src/routes/router.tsx'))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('what runs in production needs no development package, and each other one', () => {
  const { dependencies } = JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '') as {
    dependencies: Record<string, string>
  }
  const local = ['web', 'sandbox']
  const running = new Set(
    code.filter(({ path }) => within(path, Object.keys(ARROWS)) && !within(path, local)).map(({ path }) => path),
  )
  for (const script of ['scripts/migrate.ts', 'scripts/prepare-temporal.ts', 'scripts/restore-administrator.ts'])
    running.add(script)
  const wrong: string[] = []
  const needed = new Set<string>()
  for (const path of running) {
    const file = code.find((one) => one.path === path)
    for (const { target, ours, typeOnly } of file ? importsOf(file) : []) {
      if (typeOnly) continue
      if (ours) running.add(target)
      else if (target.startsWith('node:')) continue
      else if (packageOf(target) in dependencies) needed.add(packageOf(target))
      else wrong.push(`${path} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
  expect(Object.keys(dependencies).filter((name) => !needed.has(name))).toEqual([])
})

test('the project needs nothing from outside its own directory', () => {
  const outside = ['..', 'shared'].join('/')
  // What all workflows share stands beside their folders.
  const inside = ['workflows', 'shared'].join('/')
  const own = ({ path, text }: (typeof files)[number]) =>
    within(path, ['workflows']) && path.split('/').length > 2 ? text.replaceAll(`from '${outside}/`, inside) : text
  expect(files.filter((file) => own(file).includes(outside)).map(({ path }) => path)).toEqual([])
})

test("no file's path is taken from its address as it stands: of one with a space or an accent that names no file", () => {
  const wrong = code.filter((file) => /import\.meta\.url\)\.pathname/.test(withoutComments(file)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('nothing of an unfinished merge is left', () => {
  const wrong = files.filter(({ text }) => /^(?:<{7}|>{7}) /m.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every test file is run by exactly one project', () => {
  const projects = (config.test?.projects ?? []) as { test: { include: string[]; exclude?: string[] } }[]
  const isIn = (path: string, patterns: readonly string[] = []) =>
    patterns.some((pattern) => matchesGlob(path, pattern))
  const tests = files.filter(({ path }) => /^tests\/.*\.test\.tsx?$/.test(path))
  const runs = tests.map(({ path }) => ({
    path,
    projects: projects.filter(({ test }) => isIn(path, test.include) && !isIn(path, test.exclude)).length,
  }))
  expect(runs.filter(({ projects }) => projects !== 1)).toEqual([])
})

test('no test is skipped, and none is the only one', () => {
  const skipped = new RegExp(String.raw`\b(?:test|it|describe)\.(?:${['skip', 'only', 'todo'].join('|')})\b`)
  const wrong = code.filter((file) => within(file.path, ['tests']) && skipped.test(withoutComments(file)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('no test is tried again until it passes', () => {
  const again = /\b(?:retry|repeats)['"]?\s*[:=]\s*(?:[1-9]|\{ ?count)/
  const runs = ['tests', 'scripts', 'vitest.config.ts', '.ci']
  const wrong = code.filter((file) => within(file.path, runs) && again.test(withoutComments(file)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

describe('decisions', () => {
  const decisions = files.filter(({ path }) => within(path, ['docs/decisions']))

  test('each has a number of its own, in its name and its title', () => {
    const numbers = decisions.map(({ path }) => Number(/^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]))
    expect(numbers).toEqual([...new Set(numbers)])
    expect(decisions.map(({ text }) => Number(/^# (\d+)\. /.exec(text)?.[1]))).toEqual(numbers)
  })

  test('what names one names one that is there', () => {
    const names = new Set(decisions.map(({ path }) => path.slice('docs/decisions/'.length)))
    const wrong = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?<!\d)\d{4}-[a-z][a-z0-9]*(?:-[a-z0-9]+)+\.md/g)]
        .filter(([name]) => !names.has(name))
        .map(([name]) => `${path} names ${name}`),
    )
    expect(wrong).toEqual([])
  })
})
