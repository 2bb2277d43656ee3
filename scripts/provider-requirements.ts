/** The parts of docs/providers.md that say what a provider requires: of a charge, of a receiver, of its platform. */
import type { PlatformSetting, ReceiverRequirement } from '../domain/requirements.ts'
import type { Provider } from '../providers/contract.ts'
import { list, table } from './support/markdown.ts'

const RECEIVERS_SAID = {
  cnpj: 'a company, with a CNPJ',
  income: "`providerData.incomeValue`: a month's income in reais",
  documents: 'all `documents`, scanned',
  registration:
    '`providerData`: of an individual `mobilePhone`, `birthDate`, `incomeValue` and `professionalOccupation`; of a company `mobilePhone`, `tradingName`, `annualRevenue` and `managingPartners`, each with `name`, `email`, `document` and what is said of an individual',
} as const satisfies Record<ReceiverRequirement, string>

const SETTINGS_SAID = {
  certCashInUrl: '`certCashInUrl`: every request',
  certCashOutUrl: '`certCashOutUrl`: withdrawals',
  privateKey: '`privateKey`: withdrawals, which it signs',
  defaultReceiverId:
    "`defaultReceiverId`: withdrawals, which are made in its name, or the account's balance, which is its own",
} as const satisfies Record<PlatformSetting, string>

export function requirementsOf(all: readonly Provider[]): string {
  return `## What a charge must say beyond what every charge says

${table(
  ['Code', 'Paid by', 'Fields of `POST /v1/charges`'],
  all.flatMap(({ code, requires }) =>
    Object.entries(requires).map(([method, fields]) => [code, method, list(fields.map((field) => `\`${field}\``))]),
  ),
)}

The others need nothing more. Where something is missing the API answers 422 before anything is sent, and a provider that is told enough is chosen before one that is not.

## What a receiver must have

${table(
  ['Code', 'Required'],
  rowsOf(all, ({ receiverRequires }) => receiverRequires, RECEIVERS_SAID),
)}

The API refuses a receiver without its CNPJ, income or documents before anything is sent; without what is registered it is refused by the provider, which names the field.

## What the platform must have set

${table(
  ['Code', 'Settings, and what rests on them'],
  rowsOf(all, ({ platformRequires }) => platformRequires, SETTINGS_SAID),
)}

\`PATCH /v1/platforms/:id\` and the page of settings set them. A test of an account without its certificate is \`notAsked\`, and names the setting.`
}

/** A provider that requires none has no row. */
function rowsOf<Required extends string>(
  all: readonly Provider[],
  requiredBy: (provider: Provider) => readonly Required[],
  said: Readonly<Record<Required, string>>,
): string[][] {
  return all.flatMap((provider) => {
    const required = requiredBy(provider)
    return required.length > 0 ? [[provider.code, list(required.map((one) => said[one]))]] : []
  })
}
