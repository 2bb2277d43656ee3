import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fieldErrorsOf } from '../../api/field-errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { fieldAt } from '../../ui/field-at.ts'
import { Folded } from '../../ui/folded.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { draftOf, useDraft } from '../../ui/use-draft.ts'
import { saidByApi } from '../../ui/use-error-text.ts'
import { useFirstWrong } from '../../ui/use-first-wrong.ts'
import { useSession } from '../session/session-context.ts'
import { CardFields } from './form-card.tsx'
import { CustomerFields } from './form-customer.tsx'
import { FormFailure } from './form-failure.tsx'
import { ItemFields } from './form-items.tsx'
import { MoreFields } from './form-more.tsx'
import { PaymentFields } from './form-payment.tsx'
import {
  accountOf,
  type ChargeForm,
  countErrors,
  hasAddress,
  resolveCharge,
  type Submission,
  totalOf,
} from './form-values.ts'
import { type Accounts, requiredFields } from './requirements.ts'
import { useAccounts } from './use-accounts.ts'
import { usePrice } from './use-price.ts'
import { useSubmission } from './use-submission.ts'

interface ChargeFormPageProps {
  /** What the address says that it is filled in from: "from=<charge>". */
  source?: string
  /** What stands in it until something is typed. */
  filled: ChargeForm
  lead: string
}

export function ChargeFormPage({ source, filled, lead }: ChargeFormPageProps) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const navigate = useNavigate()
  const failure = useRef<HTMLDivElement>(null)
  const known = useAccounts()
  const draft = `${useSession().id}.charge${source ? `.${source}` : ''}`
  const [defaultValues] = useState(() => draftOf(draft, filled))
  const [isMoreFilled] = useState(defaultValues.splits.length > 0 || hasAddress(defaultValues))
  const form = useForm<ChargeForm, Accounts, Submission>({
    resolver: resolveCharge,
    defaultValues,
    context: known,
    shouldFocusError: false,
  })
  const forgetDraft = useDraft(form, draft, withoutCard)
  const submission = useSubmission(draft, { source, onMade: forgetDraft })
  const total = totalOf(useWatch({ control: form.control, name: 'items' }))
  const [method, providerAccountId, count, splits] = useWatch({
    control: form.control,
    name: ['paymentMethod', 'providerAccountId', 'installments', 'splits'],
  })
  const accountId = accountOf({ providerAccountId, splits })
  const price = usePrice({ total, method, accountId, count })
  const required = requiredFields(known, { method, accountId })
  const firstWrong = useFirstWrong(form.formState.submitCount)
  const wrong = form.formState.submitCount > 0 ? countErrors(form.formState.errors) : 0

  const submit = form.handleSubmit((ready) =>
    submission.mutate(ready, { onSuccess: ({ id }) => void navigate(`/charges/${id}`) }),
  )
  useEffect(() => {
    if (!submission.error) return
    failure.current?.focus()
    for (const told of fieldErrorsOf(submission.error)) {
      form.setError(fieldAt(told.path) as 'customer.name', saidByApi(told))
    }
  }, [submission.error, form])

  return (
    <Page narrow title={t('form.title')} lead={lead}>
      <FormProvider {...form}>
        <form ref={firstWrong} noValidate onSubmit={submit} className="grid gap-4">
          {submission.error && <FormFailure ref={failure} error={submission.error} />}
          <Panel title={t('form.sale')}>
            <ItemFields price={price} />
          </Panel>
          <Panel title={t('form.customer')}>
            <CustomerFields required={required} />
          </Panel>
          <Panel title={t('form.payment')}>
            <PaymentFields />
            {method === 'CREDIT_CARD' && <CardFields price={price} />}
          </Panel>
          <Folded
            key={method}
            title={t('form.more')}
            // Banks print the payer's address on a boleto, and card issuers compare it.
            open={method !== 'PIX' || isMoreFilled}
          >
            <MoreFields required={required} />
          </Folded>
          <FormFoot wrong={wrong}>
            <Button
              type="submit"
              look="primary"
              busy={submission.isPending}
              disabled={price.finalValue === null}
              className="figures h-11 min-w-48 max-md:w-full"
            >
              {submission.isPending
                ? t('form.submitting')
                : price.finalValue === null
                  ? t('form.submitPlain')
                  : t('form.submit', { amount: money(price.finalValue) })}
            </Button>
          </FormFoot>
        </form>
      </FormProvider>
    </Page>
  )
}

/** A card's number and code are written down nowhere. */
const withoutCard = ({ card: _card, ...rest }: ChargeForm): Partial<ChargeForm> => rest
