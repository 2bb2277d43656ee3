/** A notice of ONZ: a return of a whole Pix of R$ 50, which it names by the return's own id alone. */
export const toldReturn = (txId: string) =>
  JSON.stringify({
    type: 'REFUND',
    data: {
      txId,
      status: 'LIQUIDATED',
      payment: { amount: '50.00', currency: 'BRL' },
      refunds: [],
      endToEndId: 'D60701190202601151200fedcba98765',
      idempotencyKey: null,
      message: null,
    },
  })
