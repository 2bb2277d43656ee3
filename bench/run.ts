/** `npm run bench`: a bare workflow and our whole charge, side by side in one run. docs/performance.md explains the figures. */
import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { readSettings } from '../config/env.ts'
import { temporalClient } from '../temporal/client.ts'
import { newApiKey } from './api-key.ts'
import { bareSubject } from './bare/subject.ts'
import { followApprovals } from './charge/approvals.ts'
import { chargeSubject } from './charge/subject.ts'
import { measureCosts } from './costs.ts'
import { cpuMeter } from './cpu.ts'
import { historyReader } from './histories.ts'
import { runRound } from './load.ts'
import { onStack, say } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { goalsOf, printReport, type Report } from './report.ts'
import { alternate, figuresOf } from './rounds.ts'
import { PRODUCT_ROLE, type Stack } from './stack.ts'
import { statementCounter } from './statements.ts'

/** One request per charge, and a webhook that proves itself: the shortest way that a charge can go. */
const MAIN_PROVIDER = 'TREEAL'
/** What a charge costs does not depend on which of the many it is: two of them prove their webhooks, three have to be asked. */
const COSTED_PROVIDERS = ['ASAAS', 'MERCADOPAGO', 'PAGUESAFE', MAIN_PROVIDER, 'ZENDRY']
const WARM_UP_UNITS = 150
const ALONE_ROUNDS = 10
const ALONE_UNITS = 5
const COSTED_UNITS = 10

async function bench(stack: Stack, options: Options): Promise<Report> {
  const { charges, concurrency, rounds } = options
  const { apiUrl, sandboxUrl, sql, temporalAddress, temporalNamespace } = stack
  const [apiKey, accounts, approvals] = await Promise.all([
    newApiKey(stack),
    sql<{ id: string; provider: string }[]>`SELECT id, provider FROM provider_accounts ORDER BY provider`,
    followApprovals(sql),
  ])
  const subjectAt = (provider: string) => {
    const account = accounts.find((one) => one.provider === provider)
    if (!account) throw new Error(`No account at ${provider}`)
    return chargeSubject({ apiUrl, apiKey, sandboxUrl, provider, providerAccountId: account.id, approvals })
  }
  const bare = await bareSubject(temporalAddress, temporalNamespace)
  const subjects = { bare, charge: subjectAt(MAIN_PROVIDER) }
  const meter = cpuMeter(stack.processes)
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return { ...meter(), 'this load': (user + system) / 1000 }
  }

  say('Warming up')
  for (const subject of [bare, subjects.charge]) await runRound(subject, WARM_UP_UNITS, concurrency)
  say('One at a time')
  const alone = await alternate(subjects, { rounds: ALONE_ROUNDS, units: ALONE_UNITS, concurrency: 1, cpu })
  say(`${concurrency} at a time`)
  const loaded = await alternate(subjects, { rounds, units: Math.ceil(charges / rounds), concurrency, cpu })

  say('Counting what one charge costs at each provider')
  const temporal = temporalClient(readSettings(stack.env))
  const histories = historyReader(temporal)
  const statements = statementCounter(sql, PRODUCT_ROLE)
  const providers: Report['costs']['providers'] = {}
  for (const provider of COSTED_PROVIDERS) {
    const subject = subjectAt(provider)
    // The first charge also fetches the token or the certificate that the others then share.
    await runRound(subject, 1, 1)
    providers[provider] = await measureCosts(subject, histories, statements, COSTED_UNITS)
    await subject.close()
  }
  const bareCosts = await measureCosts(bare, bare.histories, statements, COSTED_UNITS)
  await Promise.all([bare.close(), subjects.charge.close(), temporal.connection.close()])

  const measured = {
    machine: machine(),
    options: { charges, concurrency, rounds, provider: MAIN_PROVIDER },
    loaded: { bare: figuresOf(loaded.bare), charge: figuresOf(loaded.charge) },
    alone: { bare: figuresOf(alone.bare), charge: figuresOf(alone.charge) },
    costs: { bare: bareCosts, providers },
  }
  return { ...measured, goals: goalsOf(measured) }
}

function machine(): Report['machine'] {
  const processors = cpus()
  return {
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${type()} ${release()}`,
  }
}

const options = readOptions(process.argv.slice(2))
await onStack({ profile: options.profile }, async (stack) => {
  const report = await bench(stack, options)
  printReport(report)
  if (!options.out) return
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`)
  say(`Written to ${options.out}`)
})
