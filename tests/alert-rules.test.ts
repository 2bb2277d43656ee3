/** What deploy/prometheus/alerts.test.yml says of when each alert fires; promtool plays it, and CI has none. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { RULES } from './support/monitoring.ts'

interface Played {
  eval_time: string
  alertname: string
  exp_alerts: object[]
}
const file = (name: string) => readFileSync(new URL(`../deploy/prometheus/${name}`, import.meta.url), 'utf8')

const { tests } = parse(file('alerts.test.yml')) as {
  tests: { alert_rule_test: Played[] }[]
}

const minutes = (time = '0m') => Number.parseInt(time, 10)

/** Each condition holds from the first minute on. */
it('each alert is said to rest a minute before its time, and then to fire', () => {
  const said = tests.flatMap(({ alert_rule_test: played }) =>
    played.map(({ alertname, eval_time, exp_alerts }) => [alertname, minutes(eval_time), exp_alerts.length]),
  )
  const due = RULES.flatMap(({ alert, for: holds }) => [
    [alert, minutes(holds), 0],
    [alert, 1 + minutes(holds), 1],
  ])
  expect(said).toEqual(due)
})

it('the example of a scrape names its jobs as the rules do', () => {
  const { scrape_configs: jobs } = parse(file('prometheus.yml')) as { scrape_configs: { job_name: string }[] }
  const named = new Set(RULES.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)].map(([, job]) => job)))
  expect(new Set(jobs.map(({ job_name }) => job_name))).toEqual(named)
})
