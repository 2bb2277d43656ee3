/** The small print of a history: what everybody understands, and what only an engineer does. */
import type { TFunction } from 'i18next'
import { BUYER, keyNamed, ORDER_PAID, requesterNamed } from '../../../../domain/requester.ts'
import type { ChargeEvent, DisbursementEvent, ReceiverEvent } from '../../api/contract.ts'
import { failureWords } from '../../i18n/failure-words.ts'
import { voidNotes } from '../decisions/void-notes.ts'

type AnyEvent = ChargeEvent | DisbursementEvent | ReceiverEvent

export interface Notes {
  plain: string[]
  /** Shown to operators who ask for it. */
  exact: string[]
}

/** Said of what a provider or a bank answered; of other events a message is a program's. */
const TELLS_WHY: readonly string[] = ['refused', 'statusChanged', 'eventIgnored', 'decisionVoid', 'operatorResolved']

/** @param reasons why it waits, in words. */
export function notesOf(t: TFunction<'timeline'>, event: AnyEvent, reasons: readonly string[] = []): Notes {
  const { type, cause, detail } = event
  const text = (name: string) => (typeof detail?.[name] === 'string' ? [detail[name]] : [])
  const said = text('message').map(failureWords)
  const tellsWhy = TELLS_WHY.includes(type)
  return {
    plain: [
      // A request alone changes no status: what follows from one is its answer.
      ...(tellsCause(event) ? [t(`cause.${cause === 'api' ? 'provider' : cause}`)] : []),
      ...reasons,
      ...voidNotes(detail, (why) => t(`void.${why}`)),
      ...(detail?.unread === true ? [t('unread')] : []),
      ...text('by').map((who) => byWhom(t, who)),
      ...(tellsWhy ? said : []),
    ],
    exact: [
      ...text('by').flatMap((who) => byWhichKey(t, who)),
      ...(cause === 'timer' ? [] : text('rawStatus').map((word) => t('providerWord', { word }))),
      ...(tellsWhy ? [] : said),
      ...text('orphanOf'),
    ],
  }
}

/** A buyer who cancels on the page, and an order that is paid, do it by an operator's way, and are named instead. */
const tellsCause = ({ type, detail }: AnyEvent): boolean =>
  (type === 'statusChanged' || type === 'eventIgnored') && detail?.by !== BUYER && detail?.by !== ORDER_PAID

/** The installation's key is in no list of keys. */
function byWhichKey(t: TFunction<'timeline'>, who: string): string[] {
  const named = requesterNamed(who)
  if (named.kind === 'installation') return [t('byInstallation')]
  return named.kind === 'key' ? [t('byKeyNamed', { name: named.name })] : []
}

function byWhom(t: TFunction<'timeline'>, who: string): string {
  if (keyNamed(who) !== undefined) return t('byKey')
  if (who === ORDER_PAID) return t('byOrderPaid')
  return who === BUYER ? t('byBuyer') : t('by', { who })
}
