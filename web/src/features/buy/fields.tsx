import type { HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { brandName, cardBrand } from '../../../../domain/card-number.ts'
import { MaskedField } from '../../ui/masked-field.tsx'
import {
  type Mask,
  maskCardNumber,
  maskDocument,
  maskExpiry,
  maskPhone,
  maskSecurityCode,
  maskZipCode,
} from '../../ui/masks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { type FieldName, LONGEST, type Mistake, type Mistakes, type Values } from './values.ts'

interface Look {
  autoComplete: string
  mask?: Mask
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  placeholder?: string
  /** Half as wide. */
  half?: true
}

const LOOKS = {
  name: { autoComplete: 'name' },
  email: { autoComplete: 'email', inputMode: 'email' },
  document: { autoComplete: 'off', mask: maskDocument, placeholder: '000.000.000-00' },
  phone: { autoComplete: 'tel-national', mask: maskPhone, inputMode: 'tel', placeholder: '(00) 00000-0000' },
  zipCode: {
    autoComplete: 'postal-code',
    mask: maskZipCode,
    inputMode: 'numeric',
    placeholder: '00000-000',
    half: true,
  },
  address: { autoComplete: 'address-line1' },
  number: { autoComplete: 'off', placeholder: '1000, ap. 12' },
  district: { autoComplete: 'address-level3' },
  city: { autoComplete: 'address-level2', half: true },
  state: { autoComplete: 'address-level1', placeholder: 'SP', half: true },
  cardNumber: {
    autoComplete: 'cc-number',
    mask: maskCardNumber,
    inputMode: 'numeric',
    placeholder: '0000 0000 0000 0000',
  },
  expiry: { autoComplete: 'cc-exp', mask: maskExpiry, inputMode: 'numeric', placeholder: 'MM/AA', half: true },
  cvv: { autoComplete: 'cc-csc', mask: maskSecurityCode, inputMode: 'numeric', placeholder: '000', half: true },
  holderName: { autoComplete: 'cc-name' },
} as const satisfies Record<FieldName, Look>

interface FieldsProps {
  asked: readonly FieldName[]
  values: Values
  mistakes: Mistakes
  onChange: (name: FieldName, value: string) => void
}

export function BuyersFields({ asked, values, mistakes, onChange }: FieldsProps) {
  const { t } = useTranslation(['buy', 'common'])
  const textOf = (name: FieldName, mistake: Mistake) =>
    mistake === 'email' || mistake === 'wrong' || mistake === 'tooLong'
      ? t(`mistake.${mistake}`, { longest: LONGEST[name] })
      : t(`common:invalid.${mistake}`)
  return (
    <div className="grid grid-cols-2 gap-4">
      {asked.map((name) => {
        const { half, mask, ...input }: Look = LOOKS[name]
        const mistake = mistakes[name]
        const common = {
          ...input,
          name,
          required: true,
          label: t(`field.${name}`),
          error: mistake && textOf(name, mistake),
          helper: name === 'cardNumber' ? brandOf(values.cardNumber) : undefined,
        }
        return (
          <div key={name} className={half ? '' : 'col-span-2'}>
            {mask ? (
              <MaskedField
                {...common}
                mask={mask}
                value={values[name]}
                onValueChange={(value) => onChange(name, value)}
              />
            ) : (
              <TextField {...common} value={values[name]} onChange={({ target }) => onChange(name, target.value)} />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Once enough digits are there to tell it. */
function brandOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 ? brandName(cardBrand(digits)) : undefined
}
