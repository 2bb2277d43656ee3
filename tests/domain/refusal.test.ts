/** What banks and providers write is counted under a few plain reasons, and what their words do not tell is not guessed. */
import { describe, expect, it } from 'vitest'
import type { ProviderErrorKind } from '../../domain/provider-error.ts'
import { type RefusalReason, refusalOf, refusalOfWord } from '../../domain/refusal.ts'

describe('a refusal of a charge that was not made', () => {
  it.each<[ProviderErrorKind, string, RefusalReason]>([
    ['Declined', 'Transação não autorizada. Saldo insuficiente.', 'insufficientFunds'],
    ['Declined', 'INSUFFICIENT_FUNDS', 'insufficientFunds'],
    ['Declined', 'Saldo/limite insuficiente', 'insufficientFunds'],
    ['Declined', 'cc_rejected_insufficient_amount', 'insufficientFunds'],
    ['Declined', 'Limite de tentativas excedido', 'limitExceeded'],
    ['Declined', 'cc_rejected_max_attempts', 'limitExceeded'],
    ['Declined', 'Valor excede o limite diário', 'limitExceeded'],
    ['Declined', 'O número do cartão é inválido.', 'invalidCard'],
    ['Declined', 'Código de segurança inválido', 'invalidCard'],
    ['Declined', 'cc_rejected_bad_filled_date', 'invalidCard'],
    ['InvalidRequest', 'Invalid parameter card_number', 'invalidCard'],
    ['Declined', 'Transação não autorizada. Verifique os dados do cartão de crédito e tente novamente.', 'invalidCard'],
    ['Declined', 'Cartão vencido', 'expiredCard'],
    ['Declined', 'expired_card', 'expiredCard'],
    ['Declined', 'Cartão bloqueado pelo emissor', 'blockedCard'],
    ['Declined', 'STOLEN CARD', 'blockedCard'],
    ['Declined', 'Suspeita de fraude', 'suspectedFraud'],
    ['Declined', 'cc_rejected_high_risk', 'suspectedFraud'],
    ['Declined', 'Reprovada por segurança', 'suspectedFraud'],
    ['Declined', 'Transação não autorizada', 'notAuthorized'],
    ['InvalidRequest', 'Transação não autorizada.', 'notAuthorized'],
    ['Declined', 'Do not honor', 'notAuthorized'],
    ['Declined', 'Contate o emissor do cartão', 'notAuthorized'],
    ['Declined', 'cc_rejected_call_for_authorize', 'notAuthorized'],
    ['InvalidRequest', 'customer.document is invalid', 'invalidRequest'],
    ['InvalidRequest', 'Valor inválido', 'invalidRequest'],
    ['NotSupported', 'Credit card not implemented', 'invalidRequest'],
    // Of our own key, whatever it sounds like.
    ['Unauthorized', 'Unauthorized', 'providerFault'],
    ['Unauthorized', 'Acesso bloqueado por segurança', 'providerFault'],
    ['NotSent', 'connect ECONNREFUSED', 'providerFault'],
    ['RateLimited', 'Limite de requisições excedido', 'providerFault'],
    ['Declined', 'Erro ao realizar pagamento por cartão de crédito.', 'other'],
    ['Declined', '', 'other'],
  ])('%s, "%s": %s', (kind, message, reason) => expect(refusalOf(kind, message)).toBe(reason))
})

describe('a word for how a charge ended', () => {
  it.each<[string | undefined, RefusalReason]>([
    ['refused', 'notAuthorized'],
    ['REJECTED', 'notAuthorized'],
    ['denied', 'notAuthorized'],
    ['notAuthorized', 'notAuthorized'],
    ['EXPIRED', 'expiredThere'],
    ['OVERDUE', 'expiredThere'],
    ['cancelled', 'canceledThere'],
    ['DELETED', 'canceledThere'],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'canceledThere'],
    ['REPROVED_BY_RISK_ANALYSIS', 'suspectedFraud'],
    ['antifraud', 'suspectedFraud'],
    ['failed', 'other'],
    ['2', 'other'],
    [undefined, 'other'],
  ])('%s: %s', (word, reason) => expect(refusalOfWord(word)).toBe(reason))
})
