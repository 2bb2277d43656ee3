/** `npm run bench:disbursements`: a bare workflow beside our whole refund, and beside our whole withdrawal, in one run. docs/performance.md explains the figures. */
import { readSettings } from '../config/env.ts'
import { temporalClient } from '../temporal/client.ts'
import { newApiKey } from './api-key.ts'
import { bareSubject } from './bare/subject.ts'
import { followApprovals } from './charge/approvals.ts'
import { chargeSubject } from './charge/subject.ts'
import { measureCosts } from './costs.ts'
import { cpuMeter } from './cpu.ts'
import { refundSubject, withdrawalSubject } from './disbursement/subjects.ts'
import { goalsBeside, printGoals } from './goals.ts'
import { historyReader } from './histories.ts'
import { runRound, type Subject } from './load.ts'
import { onStack, say } from './main.ts'
import { readOptions } from './options.ts'
import { alternate, type Figures, figuresOf } from './rounds.ts'
import { PRODUCT_ROLE, type Stack } from './stack.ts'
import { statementCounter } from './statements.ts'
import { printTable } from './table.ts'

/** It gives back a part, and its transfers are told by webhook. */
const PROVIDER = 'ASAAS'
const WARM_UP_UNITS = 60
const COSTED_UNITS = 10

interface Row {
  what: string
  bare: Figures
  ours: Figures
  events: number
  bytes: number
  statements: number
}

async function bench(stack: Stack, { charges: units, concurrency, rounds }: ReturnType<typeof readOptions>) {
  const { apiUrl, sandboxUrl, sql, temporalAddress, temporalNamespace } = stack
  const [apiKey, accounts, approvals] = await Promise.all([
    newApiKey(stack),
    sql<{ id: string }[]>`SELECT id FROM provider_accounts WHERE provider = ${PROVIDER}`,
    followApprovals(sql),
  ])
  const [account] = accounts
  if (!account) throw new Error(`No account at ${PROVIDER}`)
  const temporal = temporalClient(readSettings(stack.env))
  const common = { apiUrl, apiKey, sandboxUrl, provider: PROVIDER, providerAccountId: account.id }
  const bare = await bareSubject(temporalAddress, temporalNamespace)
  const paid = keepingIds(chargeSubject({ ...common, approvals }))
  const refund = refundSubject({ ...common, temporal }, paid)
  const withdrawal = withdrawalSubject({ ...common, temporal })
  const meter = cpuMeter(stack.processes)
  const statements = statementCounter(sql, PRODUCT_ROLE)
  const histories = historyReader(temporal)
  const rowOf = async (what: string, ours: Subject): Promise<Row> => {
    say(`${what}: warming up`)
    for (const subject of [bare, ours]) await runRound(subject, WARM_UP_UNITS, concurrency)
    say(`${what}: ${concurrency} at a time`)
    const perRound = Math.ceil(units / rounds)
    const measured = await alternate({ bare, charge: ours }, { rounds, units: perRound, concurrency, cpu: meter })
    const costs = await measureCosts(ours, histories, statements, COSTED_UNITS)
    return {
      what,
      bare: figuresOf(measured.bare),
      ours: figuresOf(measured.charge),
      events: costs.historyEvents,
      bytes: costs.historyBytes,
      statements: costs.sqlStatements,
    }
  }
  say('Selling what is to be refunded')
  await runRound(paid, units + rounds + WARM_UP_UNITS + COSTED_UNITS, concurrency)
  const rows = [await rowOf('refund', refund), await rowOf('withdrawal', withdrawal)]
  await Promise.all([bare.close(), paid.close(), refund.close(), withdrawal.close(), temporal.connection.close()])
  return rows
}

/** A charge's workflow is named after it. */
function keepingIds(subject: Subject): Subject & { ids: string[] } {
  const ids: string[] = []
  return {
    ids,
    create: async () => {
      const made = await subject.create()
      ids.push(made.workflowId.replace('charge/', ''))
      return made
    },
    close: () => subject.close(),
  }
}

function print(rows: readonly Row[]): void {
  const worker = ({ cpuMs }: Figures, name: string) => cpuMs[name] ?? Number.NaN
  printTable([
    ['', 'bare', 'ours', 'ratio'],
    ...rows.flatMap(({ what, bare, ours, events, bytes, statements }) => {
      const compare = (label: string, of: (figures: Figures) => number) => [
        `${what}: ${label}`,
        of(bare).toFixed(1),
        of(ours).toFixed(1),
        (of(ours) / of(bare)).toFixed(2),
      ]
      const cpu = worker(ours, 'worker') / worker(bare, 'bareWorker')
      return [
        compare('per second (median round)', ({ throughput }) => throughput.median),
        compare('create p50 ms', ({ createMs }) => createMs.p50),
        compare('create p99 ms', ({ createMs }) => createMs.p99),
        compare('told to end p50 ms', ({ finishMs }) => finishMs.p50),
        [
          `${what}: CPU ms of the worker`,
          worker(bare, 'bareWorker').toFixed(1),
          worker(ours, 'worker').toFixed(1),
          cpu.toFixed(2),
        ],
        [`${what}: history events`, '', events.toFixed(0), ''],
        [`${what}: history bytes`, '', bytes.toFixed(0), ''],
        [`${what}: SQL statements`, '', statements.toFixed(1), ''],
      ]
    }),
  ])
  printGoals(rows.flatMap(({ what, bare, ours }) => goalsBeside(what, { bare, charge: ours })))
}

const options = readOptions(process.argv.slice(2))
await onStack({ profile: options.profile }, async (stack) => print(await bench(stack, options)))
