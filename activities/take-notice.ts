/**
 * Reads a transaction or withdrawal that a webhook names and our rows do not have. The provider cannot be searched and its notices do
 * not carry our reference, so only its record under that id shows which movement it belongs to.
 */
import { noteOwed } from '../db/queries/reconciliation/notices.ts'
import {
  loadUnknownNotice,
  type OwedWithdrawal,
  rememberReference,
  type UnknownNotice,
} from '../db/queries/webhook/unknown.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { isPaidOut } from '../domain/disbursement.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Side } from '../domain/reconciliation.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { deliverWebhookEvent } from '../inbox/deliver.ts'
import { warnOfFullList } from '../inbox/full-list.ts'
import { canBeRead } from '../inbox/proven.ts'
import { asWithdrawal, canWithdrawalBeRead } from '../inbox/proven-withdrawal.ts'
import { translate } from '../inbox/translate.ts'
import type { Steps, WebhookEvent } from '../providers/contract.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain } from './failures.ts'
import { NEVER_AGAIN, NOT_ASKED, type Take } from './taken.ts'

/** The provider's record under the id. */
interface Said extends Pick<Side, 'status' | 'amount'> {
  id: string
  reference?: string
}
type Question = (connection: Connection) => Steps<Said>

/** @throws ApplicationFailure of the reading, with the provider error's kind. */
export function takeNotice(dependencies: ActivityDependencies, connections: Connections): Take {
  const db = dependencies.database.writer
  return async ({ id }) => {
    const notice = await loadUnknownNotice(db, id)
    const event = notice && translate(notice.stored)
    if (!notice || !event || event instanceof ProviderError) return NOT_ASKED
    const questions = questionsOf(event, notice)
    if (questions.length === 0) return NOT_ASKED
    const { account, stored } = notice
    for (const { id: externalId, reference, ...said } of await ask(notice, questions)) {
      if (reference !== undefined) {
        await rememberReference(db, id, reference)
        await deliverWebhookEvent(dependencies, id)
        return NEVER_AGAIN
      }
      // Money has moved and the record names no reference of ours: an operator finds out which attempt it was.
      const theirs = { ...said, at: new Date(stored.receivedAt).toISOString() }
      if (said.status === undefined) continue
      if (!(await noteOwed(db, account, externalId, theirs))) warnOfFullList(dependencies, account.id)
    }
    return NEVER_AGAIN
  }

  async function ask({ stored, account, platform }: UnknownNotice, questions: readonly Question[]): Promise<Said[]> {
    try {
      const occasion = { now: new Date().toISOString(), id: stored.id }
      const connection = await openConnection(connections, account, platform, occasion)
      const answers = await Promise.allSettled(questions.map((question) => drive(connection, question(connection))))
      const said = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      // If the id may be a transaction's or a withdrawal's, one of the two questions is expected to fail.
      if (said.length === 0 && failed) throw failed.reason
      return said
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw askAgain(error)
    }
  }
}

/** The questions that the provider can answer. An answer has a status only if money has moved. */
function questionsOf(event: WebhookEvent, { account, charge, withdrawal }: UnknownNotice): Question[] {
  const questions: Question[] = []
  if (event.type === 'TRANSACTION' && charge && canBeRead(account.provider)) {
    questions.push(transactionOf(event.transactionId, charge))
  }
  const withdrawn = asWithdrawal(event)
  if (withdrawn && withdrawal && canWithdrawalBeRead(account.provider)) {
    questions.push(withdrawalOf(withdrawn.withdrawId, withdrawal))
  }
  return questions
}

const transactionOf = (transactionId: string, paymentMethod: PaymentMethod): Question =>
  function* ({ provider, context }) {
    const { reference, status, amount } = yield* provider.readTransaction({ transactionId, paymentMethod }, context)
    return {
      id: transactionId,
      ...defined({ reference, status: status && isPaid(status) ? status : undefined, amount }),
    }
  }

const withdrawalOf = (withdrawId: string, { paymentMethod, receiverId }: OwedWithdrawal): Question =>
  function* ({ provider, context }) {
    const key = { withdrawId, paymentMethod, ...defined({ receiverId: receiverId ?? undefined }) }
    const { reference, status, amount } = yield* provider.readWithdraw(key, context)
    return { id: withdrawId, ...defined({ reference, status: isPaidOut(status) ? status : undefined, amount }) }
  }
