import { BANK_CODES, type BankName } from '../../api/contract.ts'

/** For a select, by name. */
export const BANKS = (Object.keys(BANK_CODES) as BankName[])
  .toSorted((one, other) => one.localeCompare(other, 'pt-BR'))
  .map((name) => ({ value: name, label: name, hint: BANK_CODES[name] }))
