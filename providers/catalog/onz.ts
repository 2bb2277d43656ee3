/** ONZ (https://developers.onz.software): the system behind TREEAL, as its own bank. Its cash-in host is not public. */
import { MESSAGES } from '../../domain/messages.ts'
import { bacenPix } from '../dialects/bacen-pix.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const onz = defineProvider(
  bacenPix({
    code: 'ONZ',
    name: 'ONZ',
    evidence: 'documentation',
    host: 'https://api.onz.invalid',
    refund: 'PUT /pix/{e2eid}/devolucao/{id}',
    words: {
      createTransaction: (own) => `Erro ao criar transação PIX: ${own ?? MESSAGES.unknownError}`,
      refund: (own) => `Erro ao solicitar devolução: ${own ?? MESSAGES.unknownError}`,
      withdraw: (own) => `Erro no saque: ${own ?? MESSAGES.unknownError}`,
    },
    cashOut: { url: 'https://secureapi.bancodigital.onz.software', token: 'onz', approvedAtOnce: true },
  }),
)
