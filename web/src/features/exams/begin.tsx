import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { defined } from '../../../../domain/defined.ts'
import { CHARGE_ID, EXAM_KINDS, type ExamKind } from '../../../../domain/exam.ts'
import { KEPT_ADDRESS } from '../../../../domain/seller-event.ts'
import type { WebhookEndpoint } from '../../api/contract.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Unread } from '../../ui/unread.tsx'
import { endpointQueries } from '../webhook-endpoints/queries.ts'
import { beginExam } from './queries.ts'

interface BeginDialogProps {
  /** The one that is chosen at first. */
  endpointId: string | null
  kind: ExamKind
  onClose: () => void
}

/** What is examined, of which endpoint's system, and where that says what it made of each charge. */
export function BeginDialog({ endpointId, kind, onClose }: BeginDialogProps) {
  const { t } = useTranslation(['exams', 'common'])
  const endpoints = useQuery(endpointQueries.list())
  const examined = endpoints.data?.data.filter(({ url }) => url !== KEPT_ADDRESS) ?? []
  return (
    <Dialog sheet open onOpenChange={onClose} title={t('begin.title')} description={t('begin.lead')}>
      <Unread query={endpoints} waiting={<Skeleton className="h-40" />} />
      {endpoints.data && examined.length === 0 && (
        <div className="rounded-lg border border-line bg-sunken p-4">
          <p className="mb-4 text-ink-soft text-pretty">{t('begin.noEndpoint')}</p>
          <LinkButton to="/webhook-endpoints">
            <Plus aria-hidden />
            {t('common:search.endpoint')}
          </LinkButton>
        </div>
      )}
      {examined.length > 0 && <BeginForm endpoints={examined} endpointId={endpointId} kind={kind} onClose={onClose} />}
    </Dialog>
  )
}

interface BeginFormProps extends BeginDialogProps {
  endpoints: readonly WebhookEndpoint[]
}

function BeginForm({ endpoints, endpointId, kind: first, onClose }: BeginFormProps) {
  const { t } = useTranslation(['exams', 'common'])
  const navigate = useNavigate()
  const begin = useMutation(beginExam(useQueryClient()))
  const [chosen, setChosen] = useState(
    endpoints.find(({ id }) => id === endpointId)?.id ?? endpoints.find(({ enabled }) => enabled)?.id ?? null,
  )
  const [kind, setKind] = useState(first)
  const [stateUrl, setStateUrl] = useState('')
  const [isTried, setTried] = useState(false)
  const endpoint = endpoints.find(({ id }) => id === chosen)
  const wrong = endpoint && wrongIn(stateUrl.trim(), endpoint.url)
  const submit = () => {
    setTried(true)
    if (!endpoint || wrong) return
    begin.mutate(
      { kind, endpointId: endpoint.id, ...defined({ stateUrl: stateUrl.trim() || undefined }) },
      {
        onSuccess: ({ id }) => {
          // The way back leads to the list, not to this question.
          onClose()
          void navigate(`/exams/${id}`)
        },
        onError: (error) =>
          tellFailure(t('begin.failed'), error, { conflict: t('begin.underWay'), rate_limited: t('begin.tooMany') }),
      },
    )
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('begin.kind')}</legend>
        {EXAM_KINDS.map((value) => (
          <Choice
            key={value}
            name="kind"
            title={t(`kind.${value}.title`)}
            text={t(`kind.${value}.text`)}
            checked={kind === value}
            onChoose={() => setKind(value)}
          />
        ))}
      </fieldset>
      <SelectField
        required
        label={t('begin.endpoint')}
        helper={t(`begin.endpointHelp.${kind}`)}
        error={isTried && !endpoint ? t('common:invalid.required') : undefined}
        options={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
        value={chosen}
        onValueChange={setChosen}
      />
      <TextField
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={t('begin.stateUrl')}
        placeholder={endpoint && exampleOf(endpoint.url)}
        helper={t('begin.stateUrlHelp')}
        error={isTried && wrong ? t(`begin.wrong.${wrong}`, { origin: endpoint && originOf(endpoint.url) }) : undefined}
        value={stateUrl}
        onChange={({ target }) => setStateUrl(target.value)}
      />
      <p className="text-[0.8125rem] text-ink-soft text-pretty">{t(`begin.stateUrlWhy.${kind}`)}</p>
      <pre className="overflow-x-auto rounded-lg border border-line bg-sunken p-3 font-mono text-xs leading-5">
        {t('begin.stateAnswer')}
      </pre>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" busy={begin.isPending}>
          {t('begin.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null
const exampleOf = (url: string): string => `${originOf(url) ?? 'https://'}/charges/${CHARGE_ID}`

/** Why the API would refuse it, said before it is asked. */
function wrongIn(stateUrl: string, endpointUrl: string): 'uri' | 'origin' | 'chargeId' | undefined {
  if (stateUrl === '') return undefined
  const origin = originOf(stateUrl)
  if (origin === null) return 'uri'
  if (origin !== originOf(endpointUrl)) return 'origin'
  return stateUrl.includes(CHARGE_ID) ? undefined : 'chargeId'
}
