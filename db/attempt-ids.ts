/**
 * What an attempt is called, derived from what it is an attempt of: a row that a failover loses takes its name to nobody's
 * memory but ours, and the same attempt, begun again, has to be the same one at the provider.
 */
import { createHash } from 'node:crypto'

/** RFC 9562, version 5: the same name always gives the same id. */
const NAMESPACE = Buffer.from('9d0b6c4e3f5a4c1e8a7d2b61f0c3e594', 'hex')

/** The id of a movement's attempt; of a charge's, its dashes removed, the reference that the provider sees. */
export function attemptId(movementId: string, number: number): string {
  return nameBased(`attempt/${movementId}/${number}`)
}

/**
 * What a provider sees of a refund or withdrawal. All attempts at one account share it: should an earlier one turn up after
 * all, the provider has the chance to see that it is the same.
 */
export function disbursementReference(disbursementId: string, accountId: string): string {
  return attemptReference(nameBased(`disbursement/${disbursementId}/${accountId}`))
}

/** The id of a payment: one transaction at an account is one payment of its charge, whoever hears of it first. */
export function paymentId(chargeId: string, accountId: string, transactionId: string): string {
  return nameBased(`payment/${chargeId}/${accountId}/${transactionId}`)
}

/** The refund by which a platform's policy gives a payment back: there is one of each payment. */
export function policyRefundId(payment: string): string {
  return nameBased(`policy/${payment}`)
}

/** A refund that somebody made at the provider. @param before what had been found of the payment before it, in cents. */
export function externalRefundId(payment: string, before: number): string {
  return nameBased(`external/${payment}/${before}`)
}

/** Of an exam's message: what it is about, and its own, which a repeat has too. */
export function examIds(examId: string, question: string, message: string): { chargeId: string; eventId: string } {
  return {
    chargeId: nameBased(`exam/${examId}/${question}`),
    eventId: nameBased(`exam/${examId}/${question}/${message}`),
  }
}

/** 32 hexadecimal characters, fit for a BACEN txid and every other reference field. */
export function attemptReference(id: string): string {
  return id.replaceAll('-', '')
}

/** The attempt that a provider's reference names; undefined when it is none of ours: some providers take less of it. */
export function referredAttempt(reference: string): string | undefined {
  return /^[0-9a-f]{32}$/.test(reference) ? dashed(reference) : undefined
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function nameBased(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return dashed(bytes.toString('hex'))
}
