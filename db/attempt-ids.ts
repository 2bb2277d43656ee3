/**
 * Ids derived from the movement they belong to. If a failover loses an attempt's row, the repeated attempt gets the same id, so that the
 * provider sees the same request.
 */
import { createHash } from 'node:crypto'

/** RFC 9562, version 5: the same name always gives the same id. */
const NAMESPACE = Buffer.from('9d0b6c4e3f5a4c1e8a7d2b61f0c3e594', 'hex')

/**
 * The id of the movement that a platform names by a key or a reference. A failover may lose its rows and the key's: the repeated request
 * then means the same movement, with the same workflow and the same references at the provider.
 * @param n how many earlier ids of the name are spent.
 */
export function namedId(platformId: string, name: string, n: number): string {
  return nameBased(`named/${platformId}/${name}/${n}`)
}

/** The id of a movement's attempt. For a charge, the id without dashes is the reference that the provider sees. */
export function attemptId(movementId: string, number: number): string {
  return nameBased(`attempt/${movementId}/${number}`)
}

/**
 * The reference of a refund or withdrawal at the provider. All attempts at one account share it, so that the provider can recognise an
 * earlier attempt that arrives late.
 */
export function disbursementReference(disbursementId: string, accountId: string): string {
  return attemptReference(nameBased(`disbursement/${disbursementId}/${accountId}`))
}

/** The id of a payment. One transaction at an account is one payment of its charge, whichever process records it first. */
export function paymentId(chargeId: string, accountId: string, transactionId: string): string {
  return nameBased(`payment/${chargeId}/${accountId}/${transactionId}`)
}

/** The id of the refund that a platform's policy makes. A payment has at most one. */
export function policyRefundId(payment: string): string {
  return nameBased(`policy/${payment}`)
}

/** The id of a refund that was made at the provider without us. @param before cents of external refunds already recorded. */
export function externalRefundId(payment: string, before: number): string {
  return nameBased(`external/${payment}/${before}`)
}

/** The id of a day's reconciliation summary. A failover that forgets the summary changes nothing for a seller who was told. */
export function summaryId(platformId: string, day: string): string {
  return nameBased(`summary/${platformId}/${day}`)
}

/** The ids of an exam's charge and message. A repeated message has the same ids. */
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

/** The attempt that a reference names; undefined if it is not ours or was truncated by the provider. */
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
