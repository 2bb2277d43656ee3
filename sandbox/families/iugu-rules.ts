/** What Iugu demands of an invoice. */
import {
  type FieldRule,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  itemsOf,
  matches,
  optional,
} from '../checks.ts'
import type { Method } from '../provider.ts'

export const METHODS: Readonly<Record<string, Method>> = { pix: 'PIX', credit_card: 'CREDIT_CARD', bank_slip: 'BILLET' }

export const RULES: readonly FieldRule[] = [
  { field: 'email', valid: isEmail, message: 'não é válido' },
  { field: 'due_date', valid: matches(/^\d{4}-\d\d-\d\d$/), message: 'não é uma data válida' },
  { field: 'items', valid: isItems, message: 'não pode ficar em branco' },
  {
    field: 'payable_with',
    valid: (value) => Object.hasOwn(METHODS, String(value)),
    message: 'não está incluído na lista',
  },
  { field: 'payer.cpf_cnpj', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'não é válido' },
  { field: 'payer.name', valid: isText, message: 'não pode ficar em branco' },
  { field: 'notification_url', valid: optional(isWebAddress), message: 'não é válido' },
  { field: 'splits', valid: optional(isSplits), message: 'não é válido' },
]

/** A registered boleto names where its payer lives. */
export const BOLETO_RULES: readonly FieldRule[] = [
  ...RULES,
  ...['zip_code', 'street', 'number', 'district', 'city', 'state'].map((name) => ({
    field: `payer.address.${name}`,
    valid: isText,
    message: 'não pode ficar em branco',
  })),
]

function isItems(value: unknown): boolean {
  const items = itemsOf(value)
  return (
    items.length > 0 &&
    items.every(
      ({ description, quantity, price_cents }) =>
        isText(description) && isPositiveWhole(quantity) && isPositiveWhole(price_cents),
    )
  )
}

function isSplits(value: unknown): boolean {
  return itemsOf(value).every(
    ({ recipient_account_id, cents, percent }) =>
      isText(recipient_account_id) && (isPositiveWhole(cents) || isPositiveWhole(percent)),
  )
}
