/**
 * The state of a CEP, from the ranges that the Correios assign to each state, without a lookup service.
 * docs/decisions/0123-an-address-is-typed.md
 */

/** The last first-five-digits of each range. The ranges follow one another from 01000. */
const RANGES: readonly [last: number, state: string][] = [
  [19999, 'SP'],
  [28999, 'RJ'],
  [29999, 'ES'],
  [39999, 'MG'],
  [48999, 'BA'],
  [49999, 'SE'],
  [56999, 'PE'],
  [57999, 'AL'],
  [58999, 'PB'],
  [59999, 'RN'],
  [63999, 'CE'],
  [64999, 'PI'],
  [65999, 'MA'],
  [68899, 'PA'],
  [68999, 'AP'],
  [69299, 'AM'],
  [69399, 'RR'],
  [69899, 'AM'],
  [69999, 'AC'],
  [72799, 'DF'],
  [72999, 'GO'],
  [73699, 'DF'],
  [76799, 'GO'],
  [76999, 'RO'],
  [77999, 'TO'],
  [78899, 'MT'],
  [78999, 'RO'],
  [79999, 'MS'],
  [87999, 'PR'],
  [89999, 'SC'],
  [99999, 'RS'],
]
const FIRST = 1000

/** @returns undefined if the CEP is incomplete or in no range. */
export function stateOfZipCode(zipCode: string): string | undefined {
  const digits = zipCode.replace(/\D/g, '')
  const head = Number(digits.slice(0, 5))
  if (digits.length !== 8 || head < FIRST) return undefined
  return RANGES.find(([last]) => head <= last)?.[1]
}
