/** A platform as the API shows it to its administrators. */
import type { Settings } from '../../config/env.ts'
import type { PlatformRow } from '../../db/queries/access/platforms.ts'
import type { Platform, PlatformWithSecret } from '../schemas/platform.ts'
import { iso } from '../time.ts'
import { previousSecretUntil, secretOf } from '../webhook/endpoint.ts'

const ENDING_LENGTH = 4

export function presentPlatform(settings: Settings, row: PlatformRow): Platform {
  return {
    id: row.id,
    name: row.name,
    certCashInUrl: row.certCashInUrl,
    certCashOutUrl: row.certCashOutUrl,
    defaultReceiverId: row.defaultReceiverId,
    brandColor: row.brandColor,
    logoUrl: row.logoUrl,
    supportEmail: row.supportEmail,
    supportPhone: row.supportPhone,
    hasPrivateKey: row.sealedPrivateKey !== null,
    installmentFees: row.installmentFees,
    maxInstallmentsWithoutInterest: row.maxInstallmentsWithoutInterest,
    minInstallmentValue: row.minInstallmentValue,
    maxUnprovedAmount: row.maxUnprovedAmount,
    doublePayments: row.doublePayments,
    latePayments: row.latePayments,
    approvalAbove: row.approvalAbove,
    approvalHours: row.approvalHours,
    secondFactorRequired: row.secondFactorRequired,
    webhookSecretEnding: webhookSecretOf(settings, row).slice(-ENDING_LENGTH),
    previousWebhookSecretUntil: previousSecretUntil(row.webhookSecretRotatedAt, row.sealedPreviousWebhookSecret),
    createdAt: iso(row.createdAt),
  }
}

/** For the user who founds it or rotates its secret: the secret is not shown again. */
export const presentWithSecret = (settings: Settings, row: PlatformRow): PlatformWithSecret => ({
  ...presentPlatform(settings, row),
  webhookSecret: webhookSecretOf(settings, row),
})

const webhookSecretOf = (settings: Settings, { sealedWebhookSecret: sealedSecret }: PlatformRow): string =>
  secretOf(settings, { sealedSecret })
