/** Proposes which of a file's headings says what; the user sees it and may choose otherwise. */
import { STATEMENT_COLUMNS, type StatementColumn } from '../../api/contract.ts'
import { unaccented } from '../../ui/text-match.ts'

/** The likelier first. A gross amount is likelier what was charged than a net one, and a reference is likelier a seller's than ours. */
const NAMES = {
  transactionId:
    'id da transacao|transaction id|id transacao|id da cobranca|id do pagamento|charge id|payment id|txid|end to end id|e2e id|codigo da transacao|transacao|transaction|identificador|id|codigo|nsu|referencia|reference',
  amount:
    'valor bruto|gross amount|bruto|gross|valor da transacao|valor da cobranca|transaction amount|valor original|valor pago|valor|amount|quantia|total|valor total|valor liquido|net amount|liquido|net',
  fee: 'taxa|tarifa|valor da taxa|valor da tarifa|taxas|tarifas|fee|fees|fee amount|taxa total|custo|comissao',
  status: 'status|situacao|estado|status da transacao|situacao da transacao|transaction status|state',
  date: 'data da transacao|transaction date|data do pagamento|data de pagamento|data pagamento|paid at|payment date|data e hora|data hora|datetime|data|date|data do lancamento|data lancamento|data de criacao|created at|quando',
} as const satisfies Record<StatementColumn, string>

/** @param headings as they stand in the file. */
export function guessColumns(headings: readonly string[]): Partial<Record<StatementColumn, string>> {
  const taken = new Set<string>()
  const guessed: Partial<Record<StatementColumn, string>> = {}
  for (const column of STATEMENT_COLUMNS) {
    const read = column === 'amount' || column === 'fee' ? moneyWordsOf : wordsOf
    const free = new Map(headings.toReversed().map((heading) => [read(heading), heading]))
    const heading = NAMES[column]
      .split('|')
      .map((name) => free.get(name))
      .find((likely) => likely !== undefined && !taken.has(likely))
    if (heading === undefined) continue
    guessed[column] = heading
    taken.add(heading)
  }
  return guessed
}

/** `ID_Transação (UTC)` and `idTransacao` as `id transacao`. */
const wordsOf = (heading: string) => bare(spread(heading).replace(/\(.*?\)/g, ' '))

/** `Valor (R$)` as `valor`. A rate, another currency or cents stay in the words, so that they are no amount in reais: `Taxa (%)`, `Valor (USD)`. */
const moneyWordsOf = (heading: string) =>
  bare(
    spread(heading)
      .replace(/\br\$|\bbrl\b/g, ' ')
      .replace(/[%\p{Sc}]/gu, ' unit '),
  )

const spread = (heading: string) => unaccented(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))

const bare = (text: string) => text.replace(/[^a-z0-9]+/g, ' ').trim()
