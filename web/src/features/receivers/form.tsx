import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { NewReceiver } from '../../api/contract.ts'
import { fieldErrorsOf } from '../../api/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { fieldAt } from '../../ui/field-at.ts'
import { Folded } from '../../ui/folded.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { attemptPlace, draftOf, useDraft } from '../../ui/use-draft.ts'
import { saidByApi } from '../../ui/use-error-text.ts'
import { useFirstWrong } from '../../ui/use-first-wrong.ts'
import { AddressFields } from '../addresses/fields.tsx'
import { FormFailure } from '../charges/form-failure.tsx'
import { countErrors } from '../charges/form-values.ts'
import { FoldedMetadata } from '../metadata/fields.tsx'
import { useSession } from '../session/session-context.ts'
import { AccountFields } from './form-account.tsx'
import { BankFields } from './form-bank.tsx'
import { DocumentFields } from './form-documents.tsx'
import { PersonFields } from './form-person.tsx'
import { RegistrationFields } from './form-registration.tsx'
import { EMPTY_RECEIVER, type ReceiverForm, resolveReceiver } from './form-values.ts'
import { createReceiver } from './queries.ts'

const ADDRESS = {
  zipCode: 'address.zipcode',
  street: 'address.street',
  number: 'address.number',
  district: 'address.district',
  city: 'address.city',
  state: 'address.state',
} as const

export function NewReceiverPage() {
  const { t } = useTranslation('receivers')
  const navigate = useNavigate()
  const failure = useRef<HTMLDivElement>(null)
  const draft = `${useSession().id}.receiver`
  const [defaultValues] = useState(() => draftOf(draft, EMPTY_RECEIVER))
  const form = useForm({ resolver: resolveReceiver, defaultValues, shouldFocusError: false })
  const forgetDraft = useDraft(form, draft, withoutPapers)
  const requires = useWatch({ control: form.control, name: 'requires' })
  const needsPapers = requires.includes('documents')
  const creation = useMutation(createReceiver(useQueryClient(), attemptPlace(draft), forgetDraft))
  const firstWrong = useFirstWrong(form.formState.submitCount)
  const wrong = form.formState.submitCount > 0 ? countErrors(form.formState.errors) : 0

  const send = (receiver: NewReceiver) =>
    creation.mutate(receiver, {
      onSuccess: ({ id }) => void navigate(`/receivers/${id}`),
      onError: (error) => {
        for (const told of fieldErrorsOf(error)) {
          form.setError(fieldAt(told.path) as 'name', saidByApi(told))
        }
        // It is drawn with the next frame.
        requestAnimationFrame(() => failure.current?.focus())
      },
    })
  return (
    <Page narrow title={t('form.title')} lead={t('form.lead')}>
      <FormProvider {...form}>
        <form ref={firstWrong} noValidate onSubmit={form.handleSubmit(send)} className="grid gap-4">
          {creation.error && <FormFailure ref={failure} error={creation.error} texts="receivers" />}
          <Panel title={t('form.where')}>
            <AccountFields />
          </Panel>
          <Panel title={t('form.person')}>
            <PersonFields />
          </Panel>
          {requires.includes('registration') && (
            <Panel title={t('form.registration.title')}>
              <RegistrationFields />
            </Panel>
          )}
          <Panel title={t('form.address')}>
            <div className="grid gap-4 md:grid-cols-6">
              <AddressFields<ReceiverForm> names={ADDRESS} required />
            </div>
          </Panel>
          <Panel title={t('form.bankAccount')}>
            <BankFields />
          </Panel>
          <Folded
            key={String(needsPapers)}
            open={needsPapers}
            title={t(needsPapers ? 'form.documents' : 'form.documentsOptional')}
          >
            <DocumentFields />
          </Folded>
          <FoldedMetadata />
          <FormFoot wrong={wrong}>
            <Button type="submit" look="primary" busy={creation.isPending} className="h-11 min-w-48 max-md:w-full">
              {t(creation.isPending ? 'form.submitting' : 'form.submit')}
            </Button>
          </FormFoot>
        </form>
      </FormProvider>
    </Page>
  )
}

/** A file that was chosen cannot be chosen again by a page. */
const withoutPapers = ({ documents: _documents, ...rest }: ReceiverForm): Partial<ReceiverForm> => rest
