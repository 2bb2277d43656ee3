/** The messages of the specification, letter for letter: each is said by the product somewhere. */
import { expect, test } from 'vitest'
import { isCode, projectFiles } from '../../support/source-files.ts'

const sources = projectFiles()
  .filter((file) => isCode(file) && /^(?:domain|providers|activities|api|web)\//.test(file.path))
  .map(({ text }) => text)

/** Of unsupported operations and methods, of failing calls, of what a request lacks. */
const MESSAGES = [
  'Method not implemented.',
  'Not implemented yet.',
  'Boleto not implemented',
  'Credit card not implemented',
  'Invalid payment method',
  'Payment method not supported',
  'Método de pagamento não suportado',
  'Unsupported payment method',
  'Tipo de transação não suportado.',
  'Error on upload pdf',
  'Recebedor não encontrado.',
  'Receiver not found.',
  'Tipo de documento não encontrado.',
  'Erro salvando cartão',
  'Erro ao aprovar o reembolso.',
  'Adquirente requer campo de renda mensal.',
  'Error on withdraw',
  'Unauthorized.',
  'Banco não suportado, tente outro.',
  'Adquirente não aceita CPF',
  'Ocorreu um erro desconhecido.',
  'Erro desconhecido.',
  'Erro ao criar transação',
  'Erro ao criar transação PIX: ',
  'Erro ao solicitar devolução: ',
  'Internal server error',
  'Houve um erro ao tentar realizar o saque - ',
  'Bravive API Error: ',
  'Bravive API Error (Withdraw): ',
  'Bravive API Error (Get Withdraw): ',
  'Unsupported payment method type for Bravive.',
  'Failed to authenticate with Flow2Pay',
  'Failed to process the withdraw request.',
  'Failed to refund transaction',
  'Falha na configuração dos certificados SSL',
  'Falha na autenticação com owempay',
  'Erro ao processar reembolso',
  'Erro ao processar saque',
  'Erro ao buscar transação',
  'Erro no saque: ',
  'Transação não encontrada',
  'Foto do documento é obrigatório.',
  'Foto do documento com pessoa é obrigatório.',
  'Comprovante de endereço é obrigatório.',
  'Balanço patrimonial é obrigatório.',
  'Contrato social é obrigatório.',
  'Public key is required',
  'card é obrigatório.',
  'card.cardNumber é obrigatório.',
  'card.holderName é inválido. Obrigatório nome e sobrenome.',
  'card.expMonth é inválido. Precisa ser menor ou igual a 2 caracteres.',
  'card.expYear é inválido. Precisa ter 4 caracteres.',
  'card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.',
  'Card token is required for credit card payments.',
  'CPF inválido, deve conter 11 dígitos.',
  'CNPJ inválido, deve conter 14 dígitos.',
  'Telefone inválido, número de dígitos incorreto.',
  'Bravive secretKey is required',
  'Public key and secret key are required',
  'Credenciais não configuradas',
  'Descrição do marketplace',
  'Solicitação de saque',
  'Nothing found.',
]

test.each(MESSAGES)('%j is said', (message) => {
  expect(sources.some((text) => text.includes(message))).toBe(true)
})
