/** The ids of seeded rows, so that the cases can name some. */

const KINDS = {
  charge: '1',
  refund: '2',
  withdrawal: '3',
  receiver: '4',
  customer: '5',
  sellerEvent: '6',
  webhookEvent: '7',
  delivery: '8',
  dispute: '9',
  item: 'a',
  product: 'b',
  offer: 'c',
  link: 'd',
  endpoint: 'e',
  account: 'f',
} as const
export type Kind = keyof typeof KINDS

const prefix = (kind: Kind) => `00000000-0000-7000-800${KINDS[kind]}-`

export const idOf = (kind: Kind, number: number): string => prefix(kind) + String(number).padStart(12, '0')

/** As SQL, of row `i` or another number. */
export const sqlId = (kind: Kind, number = 'i'): string =>
  `('${prefix(kind)}' || lpad((${number})::text, 12, '0'))::uuid`

/** The id of no row. */
export const NO_ID = '00000000-0000-7000-8000-000000000000'
