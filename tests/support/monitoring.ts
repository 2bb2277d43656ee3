/** The files for Prometheus and Grafana. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Rules {
  groups: {
    rules: { alert: string; expr: string; for?: string; annotations: { summary: string; runbook: string } }[]
  }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const file = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

export const RULES = (parse(file('prometheus/alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)

export const PANELS = (JSON.parse(file('grafana/trilho.json')) as Dashboard).panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ title, expr })),
)
