/** Every text by its page. Made by `npm run generate` from the files of this folder. */
import { activation } from './activation.ts'
import { apiKeys } from './api-keys.ts'
import { attention } from './attention.ts'
import { auditLog } from './audit-log.ts'
import { buy } from './buy.ts'
import { chargeMails } from './charge-mails.ts'
import { charges } from './charges.ts'
import { common } from './common.ts'
import { customers } from './customers.ts'
import { decisions } from './decisions.ts'
import { disbursements } from './disbursements.ts'
import { disputes } from './disputes.ts'
import { docs } from './docs.ts'
import { endpoints } from './endpoints.ts'
import { exams } from './exams.ts'
import { exports } from './exports.ts'
import { failures } from './failures.ts'
import { mailbox } from './mailbox.ts'
import { metadata } from './metadata.ts'
import { overview } from './overview.ts'
import { pay } from './pay.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { platform } from './platform.ts'
import { playground } from './playground.ts'
import { problems } from './problems.ts'
import { profile } from './profile.ts'
import { providers } from './providers.ts'
import { receivers } from './receivers.ts'
import { reconciliation } from './reconciliation.ts'
import { requirements } from './requirements.ts'
import { routing } from './routing.ts'
import { rules } from './rules.ts'
import { selling } from './selling.ts'
import { session } from './session.ts'
import { simulator } from './simulator.ts'
import { timeline } from './timeline.ts'
import { webhooks } from './webhooks.ts'

export const texts = {
  activation,
  apiKeys,
  attention,
  auditLog,
  buy,
  chargeMails,
  charges,
  common,
  customers,
  decisions,
  disbursements,
  disputes,
  docs,
  endpoints,
  exams,
  exports,
  failures,
  mailbox,
  metadata,
  overview,
  pay,
  people,
  places,
  platform,
  playground,
  problems,
  profile,
  providers,
  receivers,
  reconciliation,
  requirements,
  routing,
  rules,
  selling,
  session,
  simulator,
  timeline,
  webhooks,
}
