/** What a provider's record says of a charge's transaction, held against ours. Amounts in cents. */
import { describe, expect, it } from 'vitest'
import {
  differencesOf,
  disbursementStatusOf,
  meaningOfWord,
  returnedIn,
  stateOf,
  statusIn,
} from '../../domain/reconciliation.ts'

describe('differences', () => {
  it.each([
    ['APPROVED', 'APPROVED', undefined],
    ['REFUNDED', 'APPROVED', undefined],
    ['CHARGEBACK', 'APPROVED', undefined],
    ['APPROVED', 'PENDING', undefined],
    ['APPROVED', 'REJECTED', undefined],
    ['APPROVED', null, undefined],
    ['PENDING', 'APPROVED', 'status'],
    ['REJECTED', 'APPROVED', 'status'],
    ['APPROVED', 'REFUNDED', 'status'],
    ['APPROVED', 'CHARGEBACK', 'status'],
    ['REFUNDED', 'CHARGEBACK', 'status'],
  ] as const)('ours %s, theirs %s: %s', (status, theirs, kind) => {
    const ours = { amount: 5000, status, returned: 0 }
    const kinds = kind === undefined ? [] : [kind]
    expect(differencesOf(ours, { amounts: [5000], status: theirs })).toEqual(kinds)
    expect(differencesOf(ours, { amounts: [4999], status: theirs })).toEqual(['amount', ...kinds])
    expect(differencesOf(ours, { amounts: [0], status: theirs })).toEqual(['amount', ...kinds])
    expect(differencesOf(ours, { amounts: [], status: theirs })).toEqual(kinds)
  })

  describe('of money that came in and left again', () => {
    type Line = [amount: number, meaning?: Parameters<typeof stateOf>[1][number]['meaning'], at?: string, fee?: number]
    const stated = (...lines: Line[]) =>
      stateOf(
        'a',
        lines.map(([amount, meaning = null, at, fee]) => ({ amount, meaning, at: at ?? null, fee: fee ?? null })),
      )
    const ours = { amount: 10_000, status: 'APPROVED' as const, returned: 0 }

    it.each<[string, Line[], string]>([
      ['without words', [[10_000], [-10_000]], 'REFUNDED'],
      ['by an outflow alone', [[-10_000]], 'REFUNDED'],
      [
        'in a file that begins with the newest',
        [
          [-10_000, 'REFUNDED', '2026-01-02'],
          [10_000, 'APPROVED', '2026-01-02'],
        ],
        'REFUNDED',
      ],
      [
        'in lines without a sign',
        [
          [10_000, 'REFUNDED', '2026-01-02'],
          [10_000, 'APPROVED', '2026-01-02'],
        ],
        'REFUNDED',
      ],
      [
        'in parts',
        [
          [10_000, 'APPROVED'],
          [-3000, 'REFUNDED'],
          [-7000, 'REFUNDED'],
        ],
        'REFUNDED',
      ],
      [
        'to the bank',
        [
          [10_000, 'APPROVED'],
          [-10_000, 'CHARGEBACK'],
        ],
        'CHARGEBACK',
      ],
      [
        'after a fee',
        [
          [9800, 'APPROVED'],
          [-9800, null],
        ],
        'REFUNDED',
      ],
      [
        'out of the order of its days',
        [
          [-10_000, 'REFUNDED', '2026-01-02'],
          [10_000, 'APPROVED', '2026-01-01'],
        ],
        'REFUNDED',
      ],
    ])('%s', (_, lines, status) => {
      const theirs = stated(...lines)
      expect(statusIn(ours, theirs)).toBe(status)
      expect(differencesOf(ours, theirs)).toContain('status')
      expect(differencesOf({ ...ours, status: status as 'REFUNDED' }, theirs)).not.toContain('status')
    })

    it('what left without a word may be what a bank took, as we know', () => {
      expect(differencesOf({ ...ours, status: 'CHARGEBACK' }, stated([10_000], [-10_000]))).toEqual([])
    })

    it('a part is more than we know of, or is what we know of', () => {
      const part = stated([10_000, 'APPROVED'], [-3000, 'CHARGEBACK'])
      expect(statusIn(ours, part)).toBe('APPROVED')
      expect(returnedIn(ours, part)).toBe(3000)
      expect(differencesOf(ours, part)).toEqual(['amount'])
      expect(differencesOf({ ...ours, returned: 2999 }, part)).toEqual(['amount'])
      expect(differencesOf({ ...ours, returned: 3000 }, part)).toEqual([])
      expect(differencesOf({ ...ours, returned: 4000 }, part)).toEqual([])
      expect(differencesOf(ours, stated([-3000, 'REFUNDED']))).toEqual(['amount'])
      expect(differencesOf(ours, stated([10_000, 'APPROVED'], [3000, 'REFUNDED']))).toEqual(['amount'])
    })

    it('a fee that leaves is no return, and neither is one that was refused', () => {
      expect(differencesOf(ours, stated([10_000, 'APPROVED'], [-199, null]))).toEqual([])
      expect(differencesOf(ours, stated([10_000, 'APPROVED'], [-10_000, 'REJECTED'], [10_000, 'APPROVED']))).toEqual([])
    })
  })

  describe('of a return that was only asked for, or refused', () => {
    const line = (amount: number, word: string) => ({ amount, fee: null, at: null, meaning: meaningOfWord(word) })
    const paid = { amount: 10_000, status: 'APPROVED' as const, returned: 0 }

    it.each([10_000, -3000])('the payment stands, also where it is listed as %i', (amount) => {
      const stated = stateOf('a', [line(10_000, 'Pago'), line(amount, 'Estorno solicitado')])
      expect(differencesOf(paid, stated)).toEqual([])
      expect(differencesOf({ ...paid, status: 'REJECTED' }, stated)).toEqual(['status'])
    })

    it.each(['Estorno - pedido 123', 'Estorno solicitado', 'Pendente'])('what has left has left: %s', (word) => {
      const stated = stateOf('a', [line(10_000, 'Pago'), line(-10_000, word)])
      expect(statusIn(paid, stated)).toBe('REFUNDED')
      expect(differencesOf(paid, stated)).toEqual(['status'])
    })

    it('a payment that was refused, and is tried again, is not refused', () => {
      const stated = stateOf('a', [line(10_000, 'Recusado'), line(10_000, 'Pendente')])
      expect(differencesOf({ ...paid, status: 'PENDING' }, stated)).not.toContain('status')
    })

    it.each([[['Estorno recusado']], [['Pago', 'Estorno recusado']]])('a payment stands: %j', (words) => {
      const stated = stateOf(
        'a',
        words.map((word) => line(10_000, word)),
      )
      expect(differencesOf(paid, stated)).toEqual([])
      expect(differencesOf({ ...paid, status: 'REJECTED' }, stated)).toEqual(['status'])
      expect(statusIn({ amount: 10_000 }, stated)).toBe('APPROVED')
    })

    it.each([10_000, -10_000])('a refund that was refused is refused, listed as %i', (amount) => {
      const stated = stateOf('a', [line(amount, 'Estorno recusado')])
      expect(disbursementStatusOf('refund', stated)).toBe('REJECTED')
      expect(differencesOf(paid, stated)).toEqual([])
    })
  })

  describe('of amounts', () => {
    const line = (amount: number, fee: number | null = null) => ({
      amount,
      fee,
      at: null,
      meaning: 'APPROVED' as const,
    })
    const ours = { amount: 10_000, status: 'APPROVED' as const, returned: 0 }

    it('what is left after the fee is the same, also of a chargeback', () => {
      expect(differencesOf(ours, stateOf('a', [line(9801, 199)]))).toEqual([])
      expect(differencesOf(ours, stateOf('a', [line(9801)]))).toEqual(['amount'])
      expect(differencesOf(ours, stateOf('a', [line(9801, 198)]))).toEqual(['amount'])
      for (const noFee of [null, 0]) {
        expect(differencesOf(ours, stateOf('a', [line(9_999, noFee)]))).toEqual(['amount'])
        expect(differencesOf(ours, stateOf('a', [line(4_000, noFee), line(5_999, noFee)]))).toEqual(['amount'])
      }
      expect(differencesOf(ours, stateOf('a', [{ ...line(9801), meaning: 'CHARGEBACK' }]))).toEqual([
        'amount',
        'status',
      ])
    })

    it('instalments are one sale, and a line that is repeated is no second one', () => {
      const instalments = stateOf('a', [line(3333, 30), line(3333, 30), line(3334, 30)])
      expect(instalments).toMatchObject({ amount: 10_000, fee: 90 })
      expect(differencesOf(ours, instalments)).toEqual([])
      expect(differencesOf(ours, stateOf('a', [line(3333), line(3333), line(3333)]))).toEqual(['amount'])
      expect(differencesOf(ours, stateOf('a', [{ ...line(10_000), meaning: 'PENDING' }, line(10_000)]))).toEqual([])
    })
  })

  it.each([
    ['Pago', 'APPROVED'],
    ['PAGAMENTO RECEBIDO', 'APPROVED'],
    ['Não pago', 'REJECTED'],
    ['Estornado', 'REFUNDED'],
    ['Devolução', 'REFUNDED'],
    ['Aguardando pagamento', 'PENDING'],
    ['Contestação (chargeback)', 'CHARGEBACK'],
    ['Cancelado', 'REJECTED'],
    ['Tarifa', null],
    ['Processado', 'APPROVED'],
    ['Pix processado com sucesso', 'APPROVED'],
    ['Em processamento', 'PENDING'],
    ['Não processado', 'REJECTED'],
    ['Estorno recusado', 'returnRefused'],
    ['Estorno não realizado', 'returnRefused'],
    ['Estorno realizado', 'REFUNDED'],
    ['Devolução foi negada', 'returnRefused'],
    ['Pagamento cancelado e estornado', 'REFUNDED'],
    ['Estorno pendente', 'PENDING'],
    ['Estorno solicitado', 'PENDING'],
    ['Estorno parcial solicitado pelo cliente', 'PENDING'],
    ['Estorno em processamento', 'PENDING'],
    ['Devolução em análise', 'PENDING'],
    ['Reembolso agendado', 'PENDING'],
    ['Solicitação de reembolso', 'PENDING'],
    ['Aguardando devolução', 'PENDING'],
    ['A estornar', 'PENDING'],
    ['REFUND_PENDING', 'PENDING'],
    ['refund_requested', 'PENDING'],
    ['Pending refund', 'PENDING'],
    ['Solicitação de estorno recusada', 'returnRefused'],
    ['Solicitação de estorno negada', 'returnRefused'],
    ['Solicitação de reembolso concluída', 'REFUNDED'],
    ['Estornado (solicitado pelo cliente)', 'REFUNDED'],
    ['Estorno processado', 'REFUNDED'],
    ['Devolvido a pedido do cliente', 'REFUNDED'],
    ['refunded', 'REFUNDED'],
    ['Estorno - pedido 123', 'REFUNDED'],
    ['Estorno pedido 123', 'REFUNDED'],
    ['Reembolso pedido 998', 'REFUNDED'],
    ['Devolução pedido 44', 'REFUNDED'],
    ['Pedido #55 - estorno', 'REFUNDED'],
    ['Solicitação 55 - estorno', 'REFUNDED'],
    ['Pedido de venda 10 devolução parcial', 'REFUNDED'],
    ['Pago a maior - devolução', 'REFUNDED'],
    ['Crédito referente a devolução', 'REFUNDED'],
    ['Estorno solicitado pelo cliente - concluído', 'REFUNDED'],
    ['Solicitação de estorno aprovada', 'REFUNDED'],
    ['Devolução solicitada pelo cliente final realizada', 'REFUNDED'],
    ['Pedido de estorno', 'PENDING'],
    ['Estorno pedido pelo cliente', 'PENDING'],
    ['Estorno pendente, não processado', 'PENDING'],
    ['Estorno solicitado, a ser concluído', 'PENDING'],
    ['Solicitação de estorno não foi aprovada', 'returnRefused'],
    ['refund_failed', 'returnRefused'],
    ['Pagamento aprovado, estorno pendente', 'PENDING'],
    ['Valor a devolver', 'PENDING'],
    ['Disputa ganha', 'APPROVED'],
    ['Disputa perdida', 'CHARGEBACK'],
    ['Chargeback revertido', 'APPROVED'],
  ])('%s means %s', (word, status) => {
    expect(meaningOfWord(word)).toBe(status)
  })
})
