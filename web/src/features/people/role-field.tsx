import { useTranslation } from 'react-i18next'
import { ROLES, type Role } from '../../../../domain/role.ts'
import { SelectField } from '../../ui/select-field.tsx'

/** The roles, with what the chosen one may do. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation(['people', 'common'])
  return (
    <SelectField
      required
      label={t('column.role')}
      helper={t(`roles.${role}`)}
      options={ROLES.map((value) => ({ value, label: t(`common:account.roles.${value}`) }))}
      value={role}
      onValueChange={(value) => onChange((value ?? role) as Role)}
    />
  )
}
