import type { Decline } from '../decline.ts'

/** What the buyer is told of a declined card, on the page and in the API's `message`. */
export const declines = {
  insufficientFunds: 'O banco diz que não há limite ou saldo para esta compra.',
  limitExceeded: 'O banco diz que o limite ou o número de tentativas deste cartão foi ultrapassado.',
  invalidCard: 'Algum dado do cartão não confere: número, validade ou código de segurança.',
  expiredCard: 'O cartão está vencido.',
  blockedCard: 'O banco bloqueou este cartão: fale com ele ou use outro.',
  notAuthorized: 'O banco não autorizou a compra e não informou o motivo: fale com ele ou use outro cartão.',
  other: 'O pagamento não passou com este cartão.',
} satisfies Record<Decline, string>
