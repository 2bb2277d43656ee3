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
  ['ID;Valor (R$);Taxa R$;Data (UTC)', 'transactionId=ID amount=Valor (R$) fee=Taxa R$ date=Data (UTC)'],
  ['ID;Valor BRL;Taxa (BRL)', 'transactionId=ID amount=Valor BRL fee=Taxa (BRL)'],
  ['ID;Valor;Taxa (%)', 'transactionId=ID amount=Valor'],
  ['ID;Valor;Taxa %;Tarifa', 'transactionId=ID amount=Valor fee=Tarifa'],
  ['ID;Valor (USD);Valor Bruto', 'transactionId=ID amount=Valor Bruto'],
  ['ID;Valor (US$);Taxa (US$)', 'transactionId=ID'],
  ['ID;Amount ($);Fee (€);Total (EUR)', 'transactionId=ID'],
  ['ID;Valor (centavos);Fee (cents)', 'transactionId=ID'],
  ['id;amount_cents;amountCents;valor em centavos', 'transactionId=id'],
  ['ID;Valor;MDR;Desconto;Discount', 'transactionId=ID amount=Valor'],
  ['Nome;E-mail;Documento;;Data de nascimento', ''],
  ['', ''],
])('%s', (headings, expected) => {
  const guessed = Object.entries(guessColumns(headings.split(/[;,]/)))
  expect(guessed.map(([column, heading]) => `${column}=${heading}`).join(' ')).toBe(expected)
})
