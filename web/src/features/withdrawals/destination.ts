/** Where a withdrawal goes, in one line. */
import type { TFunction } from 'i18next'
import type { Withdrawal } from '../../api/contract.ts'

export function destinationText(
  t: TFunction<['payouts', 'charges']>,
  { paymentMethod, destination }: Withdrawal,
): string {
  const { pixKey, pixType, bankCode, branchNumber, accountNumber, receiverId } = destination
  switch (paymentMethod) {
    case 'PIX':
      return `${pixType ? t(`pixType.${pixType}`) : ''} ${pixKey ?? ''}`.trim()
    case 'BANK_ACCOUNT':
      return t('bankLine', { bank: bankCode ?? '', branch: branchNumber ?? '', account: accountNumber ?? '' })
    case 'RECEIVER':
      return receiverId ?? ''
  }
}
