/** A transaction unknown here may belong to a request whose answer was lost: the operator says to which. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconciliationCandidate, ReconciliationItem } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useBuyerName } from '../customers/buyer.tsx'
import { useDecision } from '../decisions/use-decision.ts'
import { reconciliationQueries } from './queries.ts'

export function Whose({ item, onDone }: { item: ReconciliationItem; onDone: () => void }) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const isKnown = item.chargeId !== null || item.refundId !== null || item.withdrawalId !== null
  const candidates = useQuery({ ...reconciliationQueries.candidates(item.id), enabled: !isKnown })
  if (isKnown) return <p className="mt-6 text-[0.8125rem] text-ink-soft text-pretty">{t('whose.known')}</p>
  if (!candidates.data) return <Unread query={candidates} waiting={<Skeleton className="mt-6 h-24" />} />
  const { data } = candidates.data
  if (data.length === 0) return <p className="mt-6 text-[0.8125rem] text-ink-soft text-pretty">{t('whose.none')}</p>
  return <WhoseForm item={item} candidates={data} onDone={onDone} />
}

interface WhoseFormProps {
  item: ReconciliationItem
  candidates: readonly ReconciliationCandidate[]
  onDone: () => void
}

function WhoseForm({ item, candidates, onDone }: WhoseFormProps) {
  const { t } = useTranslation(['reconciliation', 'common'])
  const { money, exact } = useFormat()
  const nameOf = useBuyerName()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const candidate = candidates.find(({ id }) => id === chosen)
  const { decide, isPending } = useDecision({
    workflowId: candidate?.workflowId ?? '',
    changes: reconciliationQueries.all(),
    onTaken: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { transactionId } = item
    if (candidate)
      decide({ action: 'resolve', resolution: { outcome: 'created', transactionId }, done: t('whose.done') })
  }
  const optionOf = ({ kind, id, name, amount, currency, createdAt }: ReconciliationCandidate) => ({
    value: id,
    label: t(`whose.${kind}`, { amount: money(amount, currency), name: name === null ? '—' : nameOf({ name }) }),
    hint: exact(createdAt),
  })
  return (
    <form noValidate onSubmit={submit} className="mt-6">
      <SelectField
        required
        label={t('whose.label')}
        helper={t('whose.help')}
        error={isTried && !candidate ? t('common:invalid.required') : undefined}
        options={candidates.map(optionOf)}
        value={chosen}
        onValueChange={setChosen}
      />
      <DialogActions followed>
        <Button type="submit" busy={isPending}>
          {t('whose.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}
