/** Where a withdrawal goes, in one line. */
import type { TFunction } from 'i18next'
import type { PixKeyType, Withdrawal } from '../../api/contract.ts'
import { maskDocument, maskPhone } from '../../ui/masks.ts'

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

/** As people write a key of its kind. */
function writtenKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'CPF':
    case 'CNPJ':
      return maskDocument(key)
    case 'PHONE':
      return maskPhone(key)
    case 'EMAIL':
    case 'RANDOM':
      return key
  }
}
