/** VILLET: the white-label wire with receivers, who are paid out of their own balance; answers and field names are assumed. */
import { type Static, Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { ReceiverRequest } from '../../domain/receiver.ts'
import { Transfer, toWithdrawal } from '../dialects/white-label-v1/transfers.ts'
import { whiteLabelV1 } from '../dialects/white-label-v1.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { documentType } from '../kit/people.ts'
import { Id, Maybe } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Recipient = Type.Object({ id: Id, createdAt: Maybe(Type.String()) })
const Balance = Type.Object({ amount: Type.Integer() })

const ACCOUNT_TYPES = { CHECKING: 'conta_corrente', SAVINGS: 'conta_poupanca' } as const

export const villet = defineProvider(
  whiteLabelV1({
    code: 'VILLET',
    name: 'Villet',
    evidence: 'specification',
    host: 'https://api.villet.invalid',
    refund: 'POST',
    statuses: { known: { refunded: 'CHARGEBACK' }, unknown: 'REJECTED', returns: ['refunded'] },
    withdrawStatuses: {
      known: {
        pending: 'PENDING',
        bank_processing: 'PENDING',
        success: 'APPROVED',
        failed: 'REJECTED',
        canceled: 'REJECTED',
      },
      unknown: 'REJECTED',
      complete: true,
    },

    platformRequires: ['defaultReceiverId'],

    withdraw: {
      *RECEIVER({ amount, receiverId }, { wire, amounts }) {
        const body = { amount: amounts.write(amount), recipientId: receiverId }
        return toWithdrawal(yield* wire.post('/transfers', body, Transfer, { risk: 'money' }))
      },
    },
    readsTransfers: true,

    *createReceiver(request, { wire }) {
      return toReceiver(yield* wire.post('/recipients', toRecipient(request), Recipient, { risk: 'money' }))
    },

    *readReceiver({ receiverId }, { wire, amounts }) {
      const recipient = yield* wire.get(path`/recipients/${receiverId}`, Recipient)
      const { amount } = yield* wire.get('/balance/available', Balance, { recipientId: receiverId })
      // One that owes has no balance to say.
      return { ...toReceiver(recipient), ...defined({ balance: amount < 0 ? undefined : amounts.read(amount) }) }
    },

    *readBalance({ receiverId }, { wire, platform }) {
      const owner = receiverId ?? platform.defaultReceiverId
      if (owner === undefined) throw new ProviderError('InvalidRequest', MESSAGES.receiverNotFound)
      const { amount } = yield* wire.get('/balance/available', Balance, { recipientId: owner })
      return { available: amount }
    },
  }),
)

function toReceiver({ id, createdAt }: Static<typeof Recipient>) {
  return { receiverId: id, status: createdAt ? 'ACTIVE' : 'PENDING' } as const
}

/** Nothing is paid out or advanced unless we ask for it. */
function toRecipient({ name, email, document, bankAccount, reference }: ReceiverRequest) {
  return {
    legalName: name,
    email,
    document: { number: document, type: documentType(document) },
    transferEnabled: false,
    automaticAnticipationEnabled: false,
    anticipatableVolumePercentage: 0,
    bankAccount: {
      legalName: name,
      documentNumber: document,
      bankCode: bankAccount.bankCode,
      agency: bankAccount.branchNumber,
      agencyDigit: bankAccount.branchDigit,
      account: bankAccount.accountNumber,
      accountDigit: bankAccount.accountDigit,
      type: ACCOUNT_TYPES[bankAccount.accountType],
    },
    externalRef: reference,
  }
}
