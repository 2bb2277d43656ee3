/** What SUITPAY is sent to charge by Pix, boleto and card. */
import type { KeptCard } from '../../../domain/card.ts'
import type { TransactionRequest } from '../../../domain/transaction.ts'
import { inReais } from '../../kit/amounts.ts'
import { fourDigitYear } from '../../kit/cards.ts'

function common({ reference, webhookUrl, customer, address }: TransactionRequest) {
  return {
    requestNumber: reference,
    callbackUrl: webhookUrl,
    client: {
      name: customer.name,
      document: customer.document,
      phoneNumber: customer.phone,
      email: customer.email,
      address: address && {
        street: address.address,
        number: address.number,
        zipCode: address.zipCode,
        neighborhood: address.district,
        city: address.city,
        state: address.state,
      },
    },
  }
}

export function bill(request: TransactionRequest, dueDate: string) {
  const { amount, items } = request
  return {
    ...common(request),
    dueDate,
    amount: inReais.write(amount),
    products: items.map(({ title, unitPrice, quantity }) => ({
      description: title,
      quantity,
      value: inReais.write(unitPrice),
    })),
  }
}

export function cardBill(request: TransactionRequest, { cardNumber, expMonth, expYear, cvv }: KeptCard) {
  return {
    ...common(request),
    card: {
      number: cardNumber,
      expirationMonth: expMonth,
      expirationYear: fourDigitYear(expYear),
      cvv,
      installment: request.installments,
      amount: inReais.write(request.amount),
    },
    products: request.items.map(({ id, title, unitPrice, quantity }) => ({
      productName: title,
      idCheckout: id,
      quantity,
      value: inReais.write(unitPrice),
    })),
  }
}
