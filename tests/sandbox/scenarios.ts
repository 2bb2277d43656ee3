/** Each provider's wire as its documentation has it, written once more by hand: what a careful client sends and expects. */
import type { Code, Scenario } from './scenario.ts'
import { asaas } from './wires/asaas.ts'
import { mercadopago } from './wires/mercadopago.ts'
import { paguesafe } from './wires/paguesafe.ts'
import { treeal } from './wires/treeal.ts'
import { zendry } from './wires/zendry.ts'

export const SCENARIOS: readonly Scenario[] = [asaas, mercadopago, paguesafe, treeal, zendry]

export function scenarioOf(provider: Code): Scenario {
  const scenario = SCENARIOS.find((candidate) => candidate.provider === provider)
  if (!scenario) throw new Error(`No scenario for ${provider}`)
  return scenario
}
