/** An authenticator app, after RFC 6238 and RFC 4226, sharing nothing with the product. */
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of one time step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** What the app shows now, or shows so many steps later. */
export const codeNow = (secret: string, later = 0) => codeAt(secret, Math.floor(Date.now() / STEP_MS) + later)

/** Six digits that no step near now has. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2, 3].map((later) => codeNow(secret, later))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ?? ''
  )
}
