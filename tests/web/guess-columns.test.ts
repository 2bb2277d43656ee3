/** What a statement's headings are taken to say until a user says otherwise. */
import { expect, test } from 'vitest'
import { guessColumns } from '../../web/src/features/reconciliation/guess-columns.ts'

test.each<[headings: string, guessed: string]>([
  ['Id;Valor;Data', 'transactionId=Id amount=Valor date=Data'],
  ['ID;Valor;Taxa;Situação;Data', 'transactionId=ID amount=Valor fee=Taxa status=Situação date=Data'],
  ['id,amount,fee,status,created_at', 'transactionId=id amount=amount fee=fee status=status date=created_at'],
  ['Referência;Valor Líquido;Tarifa;Valor Bruto', 'transactionId=Referência amount=Valor Bruto fee=Tarifa'],
  ['Líquido;DATA DO PAGAMENTO;Referencia', 'transactionId=Referencia amount=Líquido date=DATA DO PAGAMENTO'],
  ['ID;ID da transação;Valor (R$)', 'transactionId=ID da transação amount=Valor (R$)'],
  ['transactionId;grossAmount;netAmount;paidAt', 'transactionId=transactionId amount=grossAmount date=paidAt'],
  ['Data;Data da transação;Estado', 'status=Estado date=Data da transação'],
  ['Valor;valor;VALOR', 'amount=Valor'],
  ['Nome;E-mail;Documento;;Data de nascimento', ''],
  ['', ''],
])('%s', (headings, expected) => {
  const guessed = Object.entries(guessColumns(headings.split(/[;,]/)))
  expect(guessed.map(([column, heading]) => `${column}=${heading}`).join(' ')).toBe(expected)
})
