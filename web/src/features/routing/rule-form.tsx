import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brandName } from '../../../../domain/card-number.ts'
import {
  CARD_BRANDS,
  PAYMENT_METHODS,
  ROUTED_MOVEMENTS,
  ROUTING_STRATEGIES,
  type RoutingRule,
} from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useTries } from '../../ui/use-tries.ts'
import { providerQueries } from '../providers/queries.ts'
import { AccountFields } from './account-fields.tsx'
import { Choices } from './choices.tsx'
import { changeRules, createRule } from './queries.ts'
import { endsTooEarly, isOfChargesAlone, type RuleValues, ruleOf, valuesOf } from './rule-values.ts'

const digits = (text: string) => text.replace(/\D/g, '').slice(0, 2)

/** A new rule, or a change of one. */
export function RuleDialog({ rule, onClose }: { rule?: RoutingRule; onClose: () => void }) {
  const { t } = useTranslation(['routing', 'common'])
  const queries = useQueryClient()
  const accounts = useQuery(providerQueries.accounts()).data?.data ?? []
  const create = useMutation(createRule(queries))
  const change = useMutation(changeRules(queries))
  const [values, setValues] = useState(() => valuesOf(rule))
  const { form, isTried, tried } = useTries()
  const set = (part: Partial<RuleValues>) => setValues((before) => ({ ...before, ...part }))
  const ofCharges = isOfChargesAlone(values)
  const wrong = {
    name: values.name.trim() === '',
    amountTo: endsTooEarly(values.amountFrom, values.amountTo),
    installmentsTo: ofCharges && endsTooEarly(values.installmentsFrom, values.installmentsTo),
    accounts: values.accounts.length === 0,
  }
  const textOf = (field: keyof typeof wrong, text: string) => (isTried && wrong[field] ? text : undefined)
  const save = (event: FormEvent) => {
    event.preventDefault()
    tried()
    if (Object.values(wrong).some(Boolean)) return
    const handlers = {
      onSuccess: () => {
        toast.success(t('saved'))
        onClose()
      },
      onError: (error: unknown) => tellFailure(t('failed'), error),
    }
    if (rule) change.mutate([{ id: rule.id, ...ruleOf(values) }], handlers)
    else create.mutate(ruleOf(values), handlers)
  }
  return (
    <Dialog sheet open onOpenChange={onClose} title={t(rule ? 'form.editTitle' : 'form.newTitle')}>
      <form ref={form} noValidate className="grid gap-5" onSubmit={save}>
        <TextField
          required
          label={t('form.name')}
          placeholder={t('form.namePlaceholder')}
          maxLength={100}
          error={textOf('name', t('form.missing'))}
          value={values.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Choices
          legend={t('form.movements')}
          options={ROUTED_MOVEMENTS.map((value) => ({ value, label: t(`movement.${value}`) }))}
          value={values.movements}
          onValueChange={(movements) => movements.length > 0 && set({ movements })}
        />
        {ofCharges && (
          <>
            <Choices
              legend={t('form.methods')}
              options={PAYMENT_METHODS.map((value) => ({ value, label: t(`common:method.${value}`) }))}
              value={values.paymentMethods}
              onValueChange={(paymentMethods) => set({ paymentMethods })}
            />
            <Choices
              legend={t('form.brands')}
              options={CARD_BRANDS.map((value) => ({ value, label: brandName(value) ?? t('form.otherBrand') }))}
              value={values.cardBrands}
              onValueChange={(cardBrands) => set({ cardBrands })}
            />
          </>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <MoneyField
            label={t('form.amountFrom')}
            helper={t('form.zeroIsNone')}
            value={values.amountFrom}
            onValueChange={(amountFrom) => set({ amountFrom })}
          />
          <MoneyField
            label={t('form.amountTo')}
            helper={t('form.zeroIsNone')}
            error={textOf('amountTo', t('form.endsTooEarly'))}
            value={values.amountTo}
            onValueChange={(amountTo) => set({ amountTo })}
          />
          {ofCharges && (
            <>
              <TextField
                label={t('form.installmentsFrom')}
                inputMode="numeric"
                value={values.installmentsFrom}
                onChange={({ target }) => set({ installmentsFrom: digits(target.value) })}
              />
              <TextField
                label={t('form.installmentsTo')}
                inputMode="numeric"
                error={textOf('installmentsTo', t('form.endsTooEarly'))}
                value={values.installmentsTo}
                onChange={({ target }) => set({ installmentsTo: digits(target.value) })}
              />
            </>
          )}
        </div>
        <SelectField
          required
          label={t('form.strategy')}
          helper={t(`strategyHint.${values.strategy}`)}
          options={ROUTING_STRATEGIES.map((value) => ({ value, label: t(`strategy.${value}`) }))}
          value={values.strategy}
          onValueChange={(strategy) => set({ strategy: strategy ?? 'priority' })}
        />
        <AccountFields
          accounts={accounts}
          value={values.accounts}
          onValueChange={(next) => set({ accounts: next })}
          weighted={values.strategy === 'split'}
          error={textOf('accounts', t('form.missing'))}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending || change.isPending}>
            {t('form.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
