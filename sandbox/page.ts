/** The page at `/`: the buyer's side by hand, for demonstrations. Server-rendered; forms and redirects only. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatMoney } from '../domain/money.ts'
import { fieldsOf } from './checks.ts'
import { type Control, isAction, isWithdrawalAction, operationsOf, readFault } from './control.ts'
import { ANSWER_FAULTS, type FaultRule, WEBHOOK_FAULTS } from './faults.ts'
import type { CountedTransaction } from './ledger.ts'
import { actionsAt, withdrawalActionsAt } from './moves.ts'
import type { Action, Withdrawal, WithdrawalAction } from './provider.ts'

const SHOWN = 100
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

const ACTION_LABELS = {
  pay: 'Pagar',
  refuse: 'Recusar',
  expire: 'Expirar',
  refund: 'Devolver',
  chargeback: 'Contestar',
  win: 'Ganhar a contestação',
} as const satisfies Record<Action, string>

const WITHDRAWAL_LABELS = {
  settle: 'Concluir',
  reject: 'Recusar',
  cancel: 'Cancelar',
  return: 'Devolver',
} as const satisfies Record<WithdrawalAction, string>

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1c2430; background: #f6f7f9 }
  h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
  table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid #dfe3e8 }
  th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid #eceff2; vertical-align: middle }
  code { font-size: .85em; overflow-wrap: anywhere } form { display: inline } form.row { display: flex; gap: .5rem; flex-wrap: wrap }
  button, select, input { font: inherit; padding: .3rem .6rem; border: 1px solid #c3cad3; border-radius: 6px; background: #fff }
  button { cursor: pointer } input[type=number] { width: 6rem } .money { text-align: right; white-space: nowrap }
`

export async function pageRoutes(app: FastifyInstance, { control }: { control: Control }): Promise<void> {
  const { providers, faults, ledger, moves } = control

  app.get('/', (_request, reply) => {
    const rows = ledger.list({ limit: SHOWN }).map((transaction) => transactionRow(control, transaction))
    const outgoing = ledger.listWithdrawals({ limit: SHOWN }).map((withdrawal) => withdrawalRow(control, withdrawal))
    return html(reply, 200, page(control, rows.join(''), outgoing.join('')))
  })
  app.post('/actions/:provider/:id/:action', (request, reply) => {
    const { provider = '', id = '', action = '' } = request.params as Record<string, string>
    const fake = providers.get(provider)
    if (fake && isAction(action)) moves.act(fake, control.booksOf(fake), id, action)
    return reply.redirect('/', 303)
  })
  app.post('/withdrawals/:provider/:id/:action', (request, reply) => {
    const { provider = '', id = '', action = '' } = request.params as Record<string, string>
    const fake = providers.get(provider)
    if (fake && isWithdrawalAction(action)) moves.actOnWithdrawal(fake, control.booksOf(fake), id, action)
    return reply.redirect('/', 303)
  })
  app.post('/faults', (request, reply) => {
    const { target, fault, times } = fieldsOf(request.body)
    const [provider = '', operation = ''] = String(target).split(' ')
    const rule = readFault(provider, operation, { fault, times: Number(times) })
    if (typeof rule === 'string') return html(reply, 400, `<p>${escapeHtml(rule)}</p><p><a href="/">Voltar</a></p>`)
    if (providers.has(provider)) faults.set(rule)
    return reply.redirect('/', 303)
  })
  app.post('/faults/clear', (_request, reply) => {
    faults.clear()
    return reply.redirect('/', 303)
  })
}

function html(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', CONTENT_POLICY)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Provedores de teste</title><style>${STYLE}</style></head><body>${body}</body></html>`)
}

function page(control: Control, rows: string, outgoing: string): string {
  const head = (subject: string) =>
    `<thead><tr><th>Provedor</th><th>${subject}</th><th>Referência</th><th class="money">Valor</th><th>Situação</th><th>Ações</th></tr></thead>`
  const none = (text: string) => `<tr><td colspan="6">${text}</td></tr>`
  return `<h1>Provedores de teste</h1>
<p>O lado do comprador e do banco: o que acontece aqui chega à loja por webhook ou quando ela consulta. <a href="/">Atualizar</a></p>
<h2>Cobranças</h2>
<table>${head('Transação')}<tbody>${rows || none('Nenhuma cobrança ainda.')}</tbody></table>
<h2>Saques</h2>
<table>${head('Saque')}<tbody>${outgoing || none('Nenhum saque ainda.')}</tbody></table>
<h2>Falhas</h2>
<form class="row" method="post" action="/faults">
  <label>Operação <select name="target">${targets(control)}</select></label>
  <label>Falha <select name="fault">${options([...ANSWER_FAULTS, ...WEBHOOK_FAULTS])}</select></label>
  <label>Vezes <input type="number" name="times" value="1" min="0"></label>
  <button>Provocar</button>
</form>
<ul>${control.faults.list().map(faultItem).join('') || '<li>Nenhuma falha armada.</li>'}</ul>
<form method="post" action="/faults/clear"><button>Remover todas</button></form>`
}

function transactionRow({ providers }: Control, transaction: CountedTransaction): string {
  const fake = providers.get(transaction.provider)
  const buttons = (fake ? actionsAt(fake, transaction.stage) : []).map(
    (action) => [action, ACTION_LABELS[action]] as const,
  )
  return row('actions', transaction, buttons)
}

function withdrawalRow({ providers }: Control, withdrawal: Withdrawal): string {
  const fake = providers.get(withdrawal.provider)
  const actions = fake ? withdrawalActionsAt(fake, withdrawal.stage) : []
  const buttons = actions.map((action) => [action, WITHDRAWAL_LABELS[action]] as const)
  return row('withdrawals', withdrawal, buttons)
}

/** @param buttons the action's name in the address, and its label. */
function row(
  folder: string,
  { provider, id, reference, amount, status }: CountedTransaction | Withdrawal,
  buttons: readonly (readonly [string, string])[],
): string {
  const path = `/${folder}/${encodeURIComponent(provider)}/${encodeURIComponent(id)}`
  const forms = buttons.map(
    ([action, label]) => `<form method="post" action="${path}/${action}"><button>${label}</button></form>`,
  )
  return `<tr><td>${escapeHtml(provider)}</td><td><code>${escapeHtml(id)}</code></td><td><code>${escapeHtml(reference)}</code></td>
<td class="money">${escapeHtml(formatMoney(amount))}</td><td>${escapeHtml(status)}</td><td>${forms.join(' ')}</td></tr>`
}

function targets({ providers }: Control): string {
  return [...providers]
    .flatMap(([provider, fake]) => ['*', ...operationsOf(fake)].map((operation) => `${provider} ${operation}`))
    .map((target) => `<option>${escapeHtml(target)}</option>`)
    .join('')
}

function options(words: readonly string[]): string {
  return words.map((word) => `<option>${word}</option>`).join('')
}

function faultItem({ provider, operation, fault, times }: FaultRule): string {
  const remaining = times === 0 ? 'até remover' : `mais ${times}`
  return `<li>${escapeHtml(provider)} ${escapeHtml(operation)}: ${fault} (${remaining})</li>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
