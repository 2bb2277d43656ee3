/** ABMEXSPLIT: sales, and marketplaces to split them among. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, firstBroken, isEmail, isText, isWhole, matches } from '../checks.ts'
import { abmexProvider, refuse } from '../families/abmex.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call } from '../provider.ts'

const ACCOUNT = {
  provider: 'ABMEXSPLIT',
  transport: 'http',
  path: '/abmexsplit',
  publicKey: null,
  secretKey: 'trilho-demo-abmexsplit-key',
  webhookSecret: null,
} as const satisfies DemoAccount

const RULES: readonly FieldRule[] = [
  { field: 'name', valid: isText, message: 'name is required' },
  { field: 'document', valid: matches(/^[0-9A-Z]{12}\d{2}$/), message: 'document must be a CNPJ' },
  { field: 'email', valid: isEmail, message: 'email is invalid' },
  { field: 'description', valid: isText, message: 'description is required' },
  { field: 'price_range', valid: (value) => isWhole(value) && value >= 50, message: 'price_range is invalid' },
  { field: 'phone', valid: matches(/^55\d{10,11}$/), message: 'phone must begin with 55' },
  { field: 'address.zipcode', valid: isText, message: 'address is required' },
  { field: 'bank_account.bank_code', valid: matches(/^\d{3}$/), message: 'bank_code is invalid' },
  { field: 'bank_account.branch', valid: matches(/^\d{1,5}$/), message: 'branch is invalid' },
  { field: 'bank_account.account', valid: matches(/^\d+$/), message: 'account is invalid' },
  { field: 'bank_account.type', valid: matches(/^c[cp]$/), message: 'type must be cc or cp' },
]

export const provider = abmexProvider(ACCOUNT, [
  { operation: 'createReceiver', method: 'POST', path: '/marketplaces', handle: createMarketplace },
  { operation: 'readReceiver', method: 'GET', path: '/marketplaces/:id', handle: readMarketplace },
])

function createMarketplace({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, RULES)
  if (broken) return refuse(422, broken.message)
  const marketplace = {
    ...fieldsOf(body),
    id: `mkt_${randomWord(12)}`,
    created_at: new Date(books.now()).toISOString(),
  }
  books.remember('marketplace', marketplace.id, marketplace)
  return { status: 201, body: marketplace }
}

function readMarketplace({ params }: Call, books: Books): Answer {
  const marketplace = books.recall('marketplace', String(params.id))
  return marketplace ? { status: 200, body: marketplace } : refuse(404, 'Marketplace not found')
}
