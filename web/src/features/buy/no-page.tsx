import { CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageCard } from '../../ui/message-card.tsx'
import { Held } from './held.tsx'
import { heldOrder } from './held-order.ts'
import { LeftTry, NothingMade } from './left-try.tsx'
import { useLeftTry, useOrder } from './use-buying.ts'

/** Nothing is sold at the address, or not any more. A buyer who has begun to pay here is led to the payment, which has an address of its own. */
export function NoPage({ slug }: { slug: string }) {
  const { t } = useTranslation('buy')
  const { token, setOrder } = useOrder(slug)
  const [held] = useState(() => heldOrder(slug))
  const [left] = useLeftTry(slug, setOrder)
  const isAsking = left === 'asking'
  useEffect(() => {
    if (token !== undefined && !isAsking) location.replace(`/pay/${token}`)
  }, [token, isAsking])
  if (isAsking || token !== undefined) return <LeftTry />
  return (
    <>
      {left === 'nothing' && <NothingMade />}
      {held !== undefined && <Held slug={slug} token={held} />}
      <MessageCard tone="pending" icon={CircleX} title={t('notFoundTitle')} text={t('notFoundText')} />
    </>
  )
}
