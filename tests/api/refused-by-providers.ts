/** What a provider refuses, how it answers, and the specification's words for it. */

const WORDS = 'Saldo insuficiente'

export interface Answer {
  status: number
  body?: object
}
const IN_ITS_WORDS: Answer = { status: 400, body: { message: WORDS, detail: WORDS, error: WORDS, title: WORDS } }
export const WITHOUT_A_WORD: Answer = { status: 400 }

export type Asked = 'charge' | 'withdrawal' | 'refund' | 'card' | 'test'

export const REFUSALS: readonly (readonly [asked: Asked, code: string, message: string, answer: Answer])[] = [
  ['charge', 'LYNXPAY', 'Ocorreu um erro desconhecido.', WITHOUT_A_WORD],
  ['charge', 'LYNXPAY', WORDS, IN_ITS_WORDS],
  ['charge', 'VENIT', 'Erro ao criar transação', WITHOUT_A_WORD],
  ['charge', 'ONZ', `Erro ao criar transação PIX: ${WORDS}`, IN_ITS_WORDS],
  ['charge', 'BRAVIVE', `Bravive API Error: ${WORDS}`, IN_ITS_WORDS],
  ['withdrawal', 'NEWLEVEL', 'Error on withdraw', { status: 200, body: { data: { id: 'w1', status: 'REFUSED' } } }],
  ['withdrawal', 'FIREBANK', 'Error on withdraw', { status: 200, body: { status: 'ERROR' } }],
  ['withdrawal', 'RAPDYN', `Houve um erro ao tentar realizar o saque - ${WORDS}`, IN_ITS_WORDS],
  ['withdrawal', 'BRAVIVE', `Bravive API Error (Withdraw): ${WORDS}`, IN_ITS_WORDS],
  ['withdrawal', 'FLOW2PAY', 'Failed to process the withdraw request.', WITHOUT_A_WORD],
  ['withdrawal', 'OWENPAY', 'Erro ao processar saque', WITHOUT_A_WORD],
  ['withdrawal', 'ONZ', `Erro no saque: ${WORDS}`, IN_ITS_WORDS],
  ['refund', 'ABMEX', 'Erro ao aprovar o reembolso.', WITHOUT_A_WORD],
  ['refund', 'TRANSFEERA', 'Transação não encontrada', { status: 200, body: { entries: [] } }],
  ['refund', 'PAGUESAFE', 'Internal server error', WITHOUT_A_WORD],
  ['refund', 'PIXIUM', 'Internal server error', WITHOUT_A_WORD],
  ['refund', 'HORIZONBANK', 'Internal server error', WITHOUT_A_WORD],
  ['refund', 'FLOW2PAY', 'Failed to refund transaction', WITHOUT_A_WORD],
  ['refund', 'OWENPAY', 'Erro ao processar reembolso', WITHOUT_A_WORD],
  ['refund', 'ONZ', `Erro ao solicitar devolução: ${WORDS}`, IN_ITS_WORDS],
  ['card', 'LYNXPAY', 'Erro desconhecido.', WITHOUT_A_WORD],
  ['card', 'GATYWAY', 'Erro salvando cartão', WITHOUT_A_WORD],
  ['test', 'OWENPAY', 'Erro ao buscar transação', { status: 403 }],
]

export const TAKING_NO_KEYS = [
  ['FLOW2PAY', 'Failed to authenticate with Flow2Pay'],
  ['OWENPAY', 'Falha na autenticação com owempay'],
] as const

export const NOT_CONNECTED = [
  ['ZENET', { secretKey: 'a|b' }, 'Public key is required'],
  ['BRAVIVE', {}, 'Bravive secretKey is required'],
  ['PODPAY2', { publicKey: 'a' }, 'Public key and secret key are required'],
  ['OWENPAY', {}, 'Credenciais não configuradas'],
] as const

/** Which messages are said in the tests of providers-refusals.test.ts, by the tests' titles. */
export const REFUSED_BY_PROVIDERS_IN_WORDS = {
  'a %s that %s refuses': REFUSALS.map(([, , message]) => message),
  '%s that takes no keys: %s': TAKING_NO_KEYS.map(([, message]) => message),
  'an account at %s with %j is not connected: %s': NOT_CONNECTED.map(([, , message]) => message),
} as const satisfies Record<string, readonly string[]>
