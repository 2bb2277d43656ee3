/** What the search leads to is found by the words that users have for it, in both languages. */
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Me } from '../../web/src/api/contract.ts'
import { placesNamed } from '../../web/src/features/search/places.ts'
import { texts as english } from '../../web/src/i18n/en/index.generated.ts'
import { LANGUAGES } from '../../web/src/i18n/language.ts'
import { texts as portuguese } from '../../web/src/i18n/pt-BR/index.generated.ts'
import { LINKS } from '../../web/src/routes/links.ts'
import { DENSITIES } from '../../web/src/ui/density.ts'
import { THEMES } from '../../web/src/ui/theme.ts'

beforeAll(() => i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': portuguese, en: english } }))

const ADMIN = { role: 'admin', testMode: true, playground: true } as Me
/** What the menu of one's account does. Without their names: only their further words are tried. */
const COMMANDS = [
  'sign-out',
  'mode',
  'found-platform',
  ...THEMES.map((name) => `theme/${name}`),
  ...DENSITIES.map((name) => `density/${name}`),
  ...LANGUAGES.map((name) => `language/${name}`),
].map((to) => ({ to, label: '', run: () => undefined }))

const found = (language: string, typed: string, role: Me['role'] = 'admin') =>
  placesNamed(i18next.getFixedT(language), { ...ADMIN, role }, typed, COMMANDS).map(({ to }) => to)

test.each(['exportar', 'CSV', 'salvar filtro', 'cliente'])('what %s finds first is no erasure', (typed) => {
  const t = i18next.getFixedT('pt-BR')
  const labels = placesNamed(t, ADMIN, typed, COMMANDS).map(({ label }) => label)
  expect(labels.length).toBeGreaterThan(0)
  if (typed !== 'cliente') expect(labels).not.toContain(t('common:search.erase' as never))
})

/** As they are typed, and the address that has to be among those that are found. */
const WORDS = [
  ['exportar', 'export', '/exports'],
  ['exportar', 'export', '/charges'],
  ['planilha', 'spreadsheet', '/exports'],
  ['reembolsar', 'refund', '/charges?status=APPROVED'],
  ['estornar', 'reimburse', '/charges?status=APPROVED'],
  ['ESTORNO', 'give back', '/charges?status=APPROVED'],
  ['cancelar', 'cancel', '/charges?status=PENDING'],
  ['sacar', 'withdraw', '/withdrawals/new'],
  ['cobrar', 'charge', '/charges/new'],
  ['cobrar', 'charge', '/payment-links?new=1'],
  ['convidar', 'invite', '/people?new=1'],
  ['usuario', 'user', '/people'],
  ['senha', 'password', '/profile'],
  ['trocar senha', 'change password', '/profile'],
  ['segundo fator', 'second factor', '/profile'],
  ['parcelas', 'installments', '/settings'],
  ['rodar conciliação', 'run reconciliation', '/reconciliation?run=1'],
  ['trocar senha', 'change password', '/profile?password=1'],
  ['configurar segundo fator', 'enable second factor', '/profile?factor=1'],
  ['rotacionar segredo', 'rotate secret', '/settings?rotate=1'],
  ['logout', 'logout', 'sign-out'],
  ['documentação', 'documentation', '/docs'],
  ['simular', 'simulate', '/routing'],
  ['simular uma rota', 'simulate a route', '/routing'],
  ['repetir webhook', 'replay webhook', '/webhook-events'],
  ['reenviar', 'resend', '/webhook-deliveries'],
  ['reenviar um aviso', 'resend the notice', '/webhook-deliveries'],
  ['testar endpoint', 'test endpoint', '/webhook-endpoints'],
  ['desligar endpoint', 'switch off endpoint', '/webhook-endpoints'],
  ['repetir', 'retry', '/attention'],
  ['tentar de novo', 'try again', '/attention'],
  ['aprovar', 'approve', '/attention'],
  ['aprovar saque', 'approve withdrawal', '/withdrawals'],
  ['pausar conta', 'pause account', '/providers'],
  ['testar chaves', 'test keys', '/providers'],
  ['remover conta', 'remove account', '/providers'],
  ['pausar oferta', 'pause offer', '/offers'],
  ['pausar link', 'pause link', '/payment-links'],
  ['mostrar QR', 'show QR', '/payment-links'],
  ['pausar regra', 'pause rule', '/routing'],
  ['duplicar cobrança', 'duplicate charge', '/charges'],
  ['copiar código', 'copy code', '/charges'],
  ['boleto', 'boleto', '/charges'],
  ['enviar por e-mail', 'send by e-mail', '/charges'],
  ['salvar filtro', 'save filter', '/charges'],
  ['apagar cliente', 'erase customer', '/customers'],
  ['LGPD', 'LGPD', '/customers'],
  ['enviar provas', 'add evidence', '/disputes'],
  ['resolver diferenças', 'resolve differences', '/reconciliation'],
  ['encerrar sessões', 'end sessions', '/profile'],
  ['encerrar as outras sessões', 'end my other sessions', '/profile'],
  ['códigos novos', 'new codes', '/profile'],
  ['mudar o papel', 'change the role', '/people'],
  ['bloquear usuário', 'block user', '/people'],
  ['reenviar convite', 'resend invitation', '/people'],
  ['revogar chave', 'revoke key', '/api-keys'],
  ['trocar logotipo', 'logo', '/settings'],
  ['exigir segundo fator', 'require second factor', '/settings'],
  ['repetir webhook', 'repeat webhook', '/playground'],
  ['modo teste', 'test mode', 'mode'],
  ['pagar como comprador', 'pay as the buyer', 'mode'],
  ['modo noturno', 'night', 'theme/dark'],
  ['criar loja', 'create shop', 'found-platform'],
] as const

test.each(WORDS)('%s, and in English %s, lead to %s', (inPortuguese, inEnglish, to) => {
  expect(found('pt-BR', inPortuguese)).toContain(to)
  expect(found('en', inEnglish)).toContain(to)
})

/** By the address of the page where it stands, each thing that is done there, as its button calls it. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  '/charges': [
    'charges:detail.duplicate',
    'charges:detail.copyCode',
    'charges:detail.copyPayPage',
    'charges:detail.copyReceipt',
    'charges:detail.boleto.copy',
    'charges:action.retry',
    'charges:action.resolve',
    'charges:action.acknowledge',
    'charges:action.endStands',
    'charges:action.confirmPaid',
    'charges:action.cancel',
    'chargeMails:send',
    'chargeMails:again',
    'decisions:look.open',
    'disbursements:refund.open',
    'exports:export',
    'common:filters.save',
    'common:filters.renameTitle',
  ],
  '/refunds': [
    'disbursements:decide.retry',
    'disbursements:decide.resolve',
    'disbursements:decide.cancel',
    'disbursements:decide.approve',
    'disbursements:decide.seen',
    'exports:export',
    'common:filters.save',
  ],
  '/withdrawals': [
    'disbursements:decide.retry',
    'disbursements:decide.resolve',
    'disbursements:decide.cancel',
    'disbursements:decide.approve',
    'disbursements:decide.seen',
    'decisions:look.open',
    'exports:export',
    'common:filters.save',
  ],
  '/receivers': [
    'receivers:decide.retry',
    'receivers:decide.resolve',
    'receivers:decide.cancel',
    'exports:export',
    'common:filters.save',
  ],
  '/disputes': [
    'disputes:evidence.add',
    'disputes:evidence.delete',
    'disputes:resolve.do.WON',
    'disputes:resolve.do.LOST',
    'exports:export',
    'common:filters.save',
  ],
  '/customers': ['customers:erase.open', 'exports:export', 'common:filters.save'],
  '/offers': [
    'selling:pause',
    'selling:resume',
    'selling:edit.title',
    'selling:copy',
    'selling:qr.show',
    'selling:product.edit',
  ],
  '/payment-links': ['selling:pause', 'selling:resume', 'selling:links.editTitle', 'selling:copy', 'selling:qr.show'],
  '/attention': [
    'attention:bulk.retry_one',
    'attention:bulk.acknowledge_one',
    'attention:bulk.test_one',
    'attention:bulk.settle_one',
    'attention:bulk.pause_one',
    'attention:bulk.lose_one',
    'attention:bulk.notCreated_one',
    'attention:bulk.cancel_one',
    'attention:export',
  ],
  '/providers': [
    'providers:test.run',
    'providers:editDoShort',
    'providers:copyWebhook',
    'providers:rotate',
    'providers:removeDo',
    'providers:pauseDo',
    'providers:enable',
    'providers:moveUp',
    'providers:moveDown',
  ],
  '/routing': [
    'routing:simulator.run',
    'routing:turnOn',
    'routing:turnOff',
    'routing:form.editTitle',
    'routing:deleteDo',
    'routing:up',
    'routing:down',
  ],
  '/reconciliation': ['reconciliation:resolve', 'common:filters.save'],
  '/exports': ['exports:download'],
  '/webhook-events': ['webhooks:replay'],
  '/webhook-deliveries': ['webhooks:resend'],
  '/webhook-endpoints': [
    'endpoints:form.change',
    'endpoints:rotate',
    'endpoints:switchOff',
    'endpoints:switchOn',
    'endpoints:ask.removeDo',
    'endpoints:test.do',
    'endpoints:detail.examine',
  ],
  '/exams': ['exams:begin.submit', 'exams:begin.again', 'exams:summary.copy'],
  '/people': [
    'people:person.role',
    'people:person.disable',
    'people:person.enable',
    'people:person.reset',
    'people:person.remove',
    'people:person.papers',
    'people:invitations.resend',
    'people:invitations.withdrawDo',
  ],
  '/api-keys': ['apiKeys:revokeDo'],
  '/audit-log': ['exports:export'],
  '/settings': [
    'platform:look.save',
    'platform:look.removeLogo',
    'platform:installments.save',
    'platform:money.save',
    'platform:certificates.save',
    'platform:certificates.removeKey',
    'platform:approval.save',
    'endpoints:rotate',
  ],
  '/playground': [
    'playground:actions.pay',
    'playground:actions.refuse',
    'playground:actions.expire',
    'playground:actions.refund',
    'playground:actions.chargeback',
    'playground:actions.win',
    'playground:actions.resend',
    'playground:bank.settle',
    'playground:bank.return',
    'playground:add',
  ],
  '/profile': [
    'profile:change.submit',
    'profile:factor.newCodes',
    'profile:factor.disable',
    'profile:sessions.endOthers',
    'profile:papers.open',
    'profile:papers.remove',
  ],
  mode: ['simulator:action.pay', 'simulator:action.decline', 'simulator:action.expire', 'simulator:action.dispute'],
}

test.each(Object.entries(BUTTONS).flatMap(([to, buttons]) => buttons.map((button) => [button, to] as const)))(
  'what the button %s says leads to %s in both languages',
  (button, to) => {
    for (const language of ['pt-BR', 'en']) {
      const said: string = i18next.getFixedT(language)(button as never)
      const words = said.replaceAll(/\{\{\w+\}\}|[()]/g, ' ')
      expect(i18next.exists(button), button).toBe(true)
      expect(found(language, words), `${language}: ${words}`).toContain(to)
    }
  },
)

test('each page of the menu has further words in both languages', () => {
  for (const { places } of [portuguese, english]) {
    const words: Partial<Record<string, string>> = places.words
    expect(LINKS.filter(({ to }) => !words[to]).map(({ to }) => to)).toEqual([])
  }
})

test.each([
  ['pt-BR', 'cancelar', 'estornar'],
  ['en', 'cancel', 'refund'],
])('in %s a seller is led to the charges, and to no action that is not theirs', (language, cancel, refund) => {
  expect(found(language, cancel, 'seller')).toContain('/charges')
  expect(found(language, cancel, 'seller')).not.toContain('/charges?status=PENDING')
  expect(found(language, refund, 'seller')).toContain('/charges?status=APPROVED')
})

test('a further word is found by its beginning, each typed word has to be one, and no words belong to a place that is not there', () => {
  expect(found('pt-BR', 'ogout')).toEqual([])
  expect(found('pt-BR', 'sacar zzz')).toEqual([])
  // What is done on a page has words of its own, under its name.
  const all = [...found('pt-BR', ''), 'erase', 'simulate', 'replay', 'resend']
  for (const { places } of [portuguese, english]) {
    expect(Object.keys(places.words).filter((to) => !all.includes(to))).toEqual([])
  }
})
