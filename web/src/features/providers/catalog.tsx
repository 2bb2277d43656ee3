import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PAYMENT_METHODS, type PaymentMethod, type Provider } from '../../api/contract.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { cx } from '../../ui/class-names.ts'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Panel } from '../../ui/panel.tsx'
import { plain } from '../../ui/text-match.ts'
import { Unread } from '../../ui/unread.tsx'
import { useAddress, useOpened, withName } from '../../ui/use-address.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { canDo, providerColumns, type ShownOperation } from './columns.tsx'
import { ProviderDetail } from './detail.tsx'
import { providerQueries } from './queries.ts'

const ASKED = ['refund', 'withdraw', 'createReceiver'] as const satisfies ShownOperation[]
type Wish = PaymentMethod | (typeof ASKED)[number]

/** What the address calls them. */
const WISHES = 'can'

function wishesIn(search: URLSearchParams): readonly Wish[] {
  const named = search.get(WISHES)?.split(',') ?? []
  return [...PAYMENT_METHODS, ...ASKED].filter((wish) => named.includes(wish))
}

/** What a provider has to take or do, all of it. */
export function fulfils(provider: Provider, wishes: readonly Wish[]): boolean {
  return wishes.every((wish) =>
    wish === 'PIX' || wish === 'CREDIT_CARD' || wish === 'BILLET'
      ? provider.paymentMethods.includes(wish)
      : canDo(provider, wish),
  )
}

/** Every provider there is, narrowed by what it takes and does. */
export function Catalog({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['providers', 'common', 'selling'])
  const isOperator = mayOperate(useSession())
  const catalog = useQuery(providerQueries.catalog())
  const [search, setSearch] = useAddress()
  const { q = '' } = searchOf(search)
  const wishes = wishesIn(search)
  const [openCode, setOpenCode] = useOpened()
  const providers = catalog.data?.data ?? []
  const shown = providers.filter(
    (provider) => plain(`${provider.name} ${provider.code}`).includes(plain(q)) && fulfils(provider, wishes),
  )
  const toggle = (wish: Wish) =>
    setSearch((before) => {
      const asked = wishesIn(before)
      const next = asked.includes(wish) ? asked.filter((each) => each !== wish) : [...asked, wish]
      return withName(before, WISHES, next.join(','))
    })
  const chips: { wish: Wish; text: string }[] = [
    ...PAYMENT_METHODS.map((wish) => ({ wish, text: t(`selling:method.${wish}`) })),
    ...ASKED.map((wish) => ({ wish, text: t(`operation.${wish}`) })),
  ]
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <AddressSearch label={t('search')} placeholder={t('search')} className="w-full md:w-72" />
        {/* biome-ignore lint/a11y/useSemanticElements: a row of filters is no fieldset of a form */}
        <div role="group" aria-label={t('filters')} className="flex min-w-0 flex-wrap gap-1">
          {chips.map(({ wish, text }) => (
            <button
              key={wish}
              type="button"
              aria-pressed={wishes.includes(wish)}
              onClick={() => toggle(wish)}
              className={cx(
                'h-8 rounded-full border px-3 text-[0.8125rem] font-medium max-md:h-10 max-md:px-4',
                wishes.includes(wish)
                  ? 'border-transparent bg-ink text-canvas'
                  : 'border-line text-ink-soft hover:border-line-strong hover:bg-hover hover:text-ink',
              )}
            >
              {text}
            </button>
          ))}
        </div>
        <p role="status" className="figures text-[0.8125rem] text-ink-soft md:ml-auto">
          {catalog.data && t('found', { count: shown.length })}
        </p>
      </div>
      <Panel flush>
        <Unread
          query={catalog}
          waiting={<TableSkeleton columns={isOperator ? 8 : 7} rows={5} label={t('common:loading')} />}
        />
        {catalog.data && shown.length === 0 && (
          <NoneFound title={t(wishes.length > 0 ? 'noneFulfils' : 'noneTitle')} names={['q', WISHES]} />
        )}
        {shown.length > 0 && (
          <DataTable<Provider>
            caption={t('caption')}
            columns={providerColumns(t, isOperator)}
            rows={shown}
            rowKey={({ code }) => code}
            onOpen={({ code }) => setOpenCode(code)}
            openLabel={({ name }) => t('details', { name })}
          />
        )}
      </Panel>
      <ProviderDetail
        provider={providers.find(({ code }) => code === openCode) ?? null}
        isAdmin={isAdmin}
        onClose={() => setOpenCode(null)}
      />
    </>
  )
}
