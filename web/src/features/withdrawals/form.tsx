import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isDisbursementRefused } from '../../../../domain/disbursement.ts'
import type { NewWithdrawal, Withdrawal } from '../../api/contract.ts'
import { fieldErrorsOf } from '../../api/field-errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { attemptPlace, draftOf, useDraft } from '../../ui/use-draft.ts'
import { saidByApi, useErrorText } from '../../ui/use-error-text.ts'
import { useFirstWrong } from '../../ui/use-first-wrong.ts'
import { useToldElsewhere } from '../../ui/use-told-elsewhere.ts'
import { FormFailure } from '../charges/form-failure.tsx'
import { countErrors } from '../charges/form-values.ts'
import { createWithdrawal } from '../disbursements/queries.ts'
import { FoldedMetadata } from '../metadata/fields.tsx'
import { providerQueries } from '../providers/queries.ts'
import { sessionQueries } from '../session/queries.ts'
import { useSession } from '../session/session-context.ts'
import { Available } from './available.tsx'
import { DestinationFacts } from './destination-facts.tsx'
import { MethodFields } from './form-method.tsx'
import { EMPTY_WITHDRAWAL, fieldOf, resolveWithdrawal, type WithdrawalForm } from './form-values.ts'

/** Money that has left does not come back, so it is named once more before it goes. */
export function NewWithdrawalPage() {
  const { t } = useTranslation(['disbursements', 'common'])
  const { money } = useFormat()
  const navigate = useNavigate()
  const draft = `${useSession().id}.withdrawal`
  const [defaultValues] = useState(() => draftOf(draft, EMPTY_WITHDRAWAL))
  const form = useForm({ resolver: resolveWithdrawal, defaultValues, shouldFocusError: false })
  const firstWrong = useFirstWrong(form.formState.submitCount)
  const forgetDraft = useDraft(form, draft)
  const amount = useWatch({ control: form.control, name: 'amount' })
  const [ready, setReady] = useState<NewWithdrawal | null>(null)
  const place = attemptPlace(draft)
  const { tellMade, tellError } = useToldElsewhere('/withdrawals', 'disbursements', place)
  const onMade = ({ id, status, failureMessage, amount: asked }: Withdrawal) => {
    forgetDraft()
    tellMade({ id, isRefused: isDisbursementRefused(status), failureMessage }, money(asked))
  }
  const creation = useMutation(createWithdrawal(useQueryClient(), place, { onMade, onError: tellError }))
  const failure = useRef<HTMLDivElement>(null)
  // The button that sends it is in sight wherever the page is.
  useEffect(() => {
    if (creation.error) failure.current?.scrollIntoView({ block: 'center' })
  }, [creation.error])
  const wrong = form.formState.submitCount > 0 ? countErrors(form.formState.errors) : 0
  const words = { amount: money(amount) }
  const limit = useApprovalLimit(amount)
  const deed = limit === null ? t('form.submit', words) : t('form.ask', words)
  const confirmText = () => {
    if (limit === null) return t('form.confirmText', words)
    return limit === 0 ? t('form.askAlwaysText') : t('form.askText', { limit: money(limit) })
  }

  const send = (withdrawal: NewWithdrawal) =>
    creation.mutate(withdrawal, {
      onSuccess: ({ id }) => void navigate(`/withdrawals/${id}`),
      onError: (error) => {
        setReady(null)
        for (const told of fieldErrorsOf(error)) {
          form.setError(fieldOf(told.path) as 'pixKey', saidByApi(told))
        }
      },
    })
  return (
    <Page narrow title={t('form.title')} lead={t('form.lead')}>
      <FormProvider {...form}>
        <form ref={firstWrong} noValidate onSubmit={form.handleSubmit(setReady)} className="grid gap-4">
          {creation.error && <FormFailure ref={failure} error={creation.error} texts="disbursements" />}
          <Panel title={t('form.amountTitle')}>
            <AmountFields />
          </Panel>
          <Panel title={t('form.destination')}>
            <MethodFields />
          </Panel>
          <FoldedMetadata />
          <FormFoot wrong={wrong}>
            <Button type="submit" look="primary" className="figures h-11 min-w-48 max-md:w-full">
              {deed}
            </Button>
          </FormFoot>
        </form>
      </FormProvider>
      <Dialog
        open={ready !== null}
        onOpenChange={(isOpen) => !isOpen && setReady(null)}
        title={t(limit === null ? 'form.confirmTitle' : 'form.askTitle')}
        description={confirmText()}
      >
        {ready && <Destination withdrawal={ready} />}
        <DialogActions>
          <Button onClick={() => setReady(null)}>{t('common:cancel')}</Button>
          <Button look="danger" busy={creation.isPending} onClick={() => ready && send(ready)}>
            {deed}
          </Button>
        </DialogActions>
      </Dialog>
    </Page>
  )
}

/** What is about to be asked for. */
function Destination({ withdrawal }: { withdrawal: NewWithdrawal }) {
  const { t } = useTranslation(['disbursements', 'charges'])
  const accounts = useQuery(providerQueries.accounts())
  const { money } = useFormat()
  const { providerAccountId, amount } = withdrawal
  const account = accounts.data?.data.find(({ id }) => id === providerAccountId)
  return (
    <Facts>
      <Fact label={t('charges:column.amount')}>
        <span className="figures font-semibold">{money(amount)}</span>
      </Fact>
      <DestinationFacts paymentMethod={withdrawal.paymentMethod} destination={withdrawal} />
      <Fact label={t('charges:form.account')}>
        <div className="grid gap-1">
          {account?.name ?? t('charges:form.accountAuto')}
          <Available amount={amount} paymentMethod={withdrawal.paymentMethod} accountId={providerAccountId} />
        </div>
      </Fact>
    </Facts>
  )
}

/** Above which amount this one waits for a second person; null: it is sent at once. Asked anew, because an administrator changes it. */
function useApprovalLimit(amount: number): number | null {
  const me = useQuery({ ...sessionQueries.me(), staleTime: 0 })
  const limit = me.data?.platform.approvalAbove ?? null
  return limit !== null && amount > limit ? limit : null
}

function AmountFields() {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
  const errorText = useErrorText()
  const [amount, paymentMethod, accountId] = useWatch<
    WithdrawalForm,
    readonly ['amount', 'paymentMethod', 'providerAccountId']
  >({ name: ['amount', 'paymentMethod', 'providerAccountId'] })
  const limit = useApprovalLimit(amount)
  const approvalText = () => {
    if (limit === null) return undefined
    return limit === 0 ? t('form.allNeedApproval') : t('form.needsApproval', { limit: money(limit) })
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Controller<WithdrawalForm, 'amount'>
        name="amount"
        render={({ field, fieldState }) => (
          <div className="grid content-start gap-1.5">
            <MoneyField
              required
              ref={field.ref}
              label={t('form.amount')}
              helper={approvalText()}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={errorText(fieldState.error, 'amount')}
            />
            <Available amount={amount} paymentMethod={paymentMethod} accountId={accountId ?? undefined} />
          </div>
        )}
      />
      <Controller<WithdrawalForm, 'description'>
        name="description"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            label={t('form.description')}
            placeholder={t('form.descriptionDefault')}
            error={errorText(fieldState.error)}
          />
        )}
      />
    </div>
  )
}
