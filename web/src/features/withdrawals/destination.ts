/** Whom a withdrawal pays, and where it goes, each in one line. */
import type { TFunction } from 'i18next'
import type { PixKeyType, Withdrawal } from '../../api/contract.ts'
import { type Mask, maskDocument, maskPhone, whole } from '../../ui/masks.ts'

/** @returns undefined where its sender left it out, and the owner of the key is paid. */
export const holderOf = ({ accountHolder, name }: Withdrawal['destination']): string | undefined =>
  accountHolder ?? name

export function destinationText(
  t: TFunction<['disbursements', 'charges']>,
  { paymentMethod, destination }: Pick<Withdrawal, 'paymentMethod' | 'destination'>,
): string {
  const { pixKey, pixType, bankCode, branchNumber, accountNumber, receiverId } = destination
  switch (paymentMethod) {
    case 'PIX':
      return `${pixType ? t(`pixType.${pixType}`) : ''} ${pixType && pixKey ? writtenKey(pixType, pixKey) : ''}`.trim()
    case 'BANK_ACCOUNT':
      return t('bankLine', { bank: bankCode ?? '', branch: branchNumber ?? '', account: accountNumber ?? '' })
    case 'RECEIVER':
      return receiverId ?? ''
  }
}

const asTyped: Mask = (text) => text

/** As people write a key of each kind. */
const KEY_MASKS = {
  CPF: whole(maskDocument),
  CNPJ: whole(maskDocument),
  PHONE: (text) => (text.startsWith('+') ? text : whole(maskPhone)(text)),
  EMAIL: asTyped,
  RANDOM: asTyped,
} as const satisfies Record<PixKeyType, Mask>

export const writtenKey = (type: PixKeyType, key: string): string => KEY_MASKS[type](key)
