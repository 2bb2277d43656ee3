/**
 * The Pix copy-and-paste text: the central bank's BR Code, one-use form.
 * Fields are identifier, length and value, closed by CRC16/CCITT-FALSE over all that comes before the checksum.
 */
import { type Cents, toReaisString } from '../domain/money.ts'

/** `location` is the address of the charge without its scheme, at most 77 characters. */
export function pixCode(charge: { location: string; amount: Cents; merchant: string; city?: string }): string {
  const text =
    field('00', '01') +
    field('01', '12') +
    field('26', field('00', 'br.gov.bcb.pix') + field('25', charge.location)) +
    field('52', '0000') +
    field('53', '986') +
    field('54', toReaisString(charge.amount)) +
    field('58', 'BR') +
    field('59', charge.merchant.slice(0, 25)) +
    field('60', (charge.city ?? 'SAO PAULO').slice(0, 15)) +
    field('62', field('05', '***')) +
    '6304'
  return text + crc16(text)
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

function crc16(text: string): string {
  let crc = 0xffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
