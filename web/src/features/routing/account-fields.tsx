import { ArrowUp, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { RuleValues } from './rule-values.ts'

/** Who may take it, in order; of a split, with their shares. */
export function AccountFields({
  accounts,
  value,
  onValueChange,
  weighted,
  error,
}: {
  accounts: readonly ProviderAccount[]
  value: RuleValues['accounts']
  onValueChange: (value: RuleValues['accounts']) => void
  weighted: boolean
  error: string | undefined
}) {
  const { t } = useTranslation(['routing', 'common'])
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? t('goneAccount')
  const isIn = (id: string) => value.some(({ providerAccountId }) => providerAccountId === id)
  return (
    <div className="grid gap-3">
      <SelectField
        required
        label={t('form.addAccount')}
        placeholder={t('form.accountPlaceholder')}
        error={error}
        options={accounts.filter(({ id }) => !isIn(id)).map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onValueChange={(id) => id && onValueChange([...value, { providerAccountId: id, weight: '1' }])}
      />
      <ol className="grid gap-2 empty:hidden">
        {value.map(({ providerAccountId, weight }, index) => {
          const name = nameOf(providerAccountId)
          return (
            <li key={providerAccountId} className="flex min-w-0 items-end gap-2">
              <span className="min-w-0 flex-1 self-center break-words">
                {index + 1}. {name}
              </span>
              {weighted && (
                <TextField
                  fieldClassName="w-24"
                  label={t('form.weight')}
                  aria-label={t('form.weightOf', { name })}
                  inputMode="numeric"
                  value={weight}
                  onChange={({ target }) => {
                    const typed = target.value.replace(/\D/g, '').slice(0, 3)
                    onValueChange(value.map((one, at) => (at === index ? { ...one, weight: typed } : one)))
                  }}
                />
              )}
              <Button
                look="quiet"
                size="icon"
                disabled={index === 0}
                aria-label={t('up', { name })}
                onClick={() =>
                  onValueChange(value.toSpliced(index, 1).toSpliced(index - 1, 0, ...value.slice(index, index + 1)))
                }
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                look="quiet"
                size="icon"
                aria-label={t('form.removeAccount', { name })}
                onClick={() => onValueChange(value.toSpliced(index, 1))}
              >
                <X aria-hidden />
              </Button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
