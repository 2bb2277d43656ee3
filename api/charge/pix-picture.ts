/** The picture of a Pix code, for providers that send only the text. */
import { setImmediate } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import QRCode from 'qrcode'

/** Pixels per module, and modules of white around the code. */
const SCALE = 6
const MARGIN = 1

/** The standard allows a Pix code no more. What is longer can be no bank's, and would take ten times as long to draw. */
const LONGEST_CODE_BYTES = 512

/** Some 1.5 kB each. A code is shown when it is made, and again while its buyer looks at the page. */
const drawn = new LRUCache<string, string>({ max: 2_000 })

export interface Pictured {
  pixCode: string | null
  pixQrCode: string | null
  /** Its code may still be paid. */
  payable: boolean
}

/**
 * The provider's own picture, or a PNG data URL of the code; null when there is no code, none that can be paid, or none that a bank
 * would make. It is drawn when it is shown, and not kept: what follows from the code needs no place in the row.
 */
export function pixPictureOf({ pixCode, pixQrCode, payable }: Pictured): string | null {
  if (pixQrCode !== null || pixCode === null) return pixQrCode
  if (!payable || Buffer.byteLength(pixCode) > LONGEST_CODE_BYTES) return null
  const known = drawn.get(pixCode)
  if (known !== undefined) return known
  const picture = draw(pixCode)
  drawn.set(pixCode, picture)
  return picture
}

/** Draws a list's pictures before it is shown. Others have their turn after each. */
export async function drawPictures(rows: readonly Pictured[]): Promise<void> {
  for (const row of rows) {
    if (row.pixCode !== null && drawn.has(row.pixCode)) continue
    if (pixPictureOf(row) !== row.pixQrCode) await setImmediate()
  }
}

function draw(pixCode: string): string {
  const { modules } = QRCode.create(pixCode, { errorCorrectionLevel: 'M' })
  return `data:image/png;base64,${drawPng(modules.size, (row, column) => modules.get(row, column) === 1).toString('base64')}`
}

/**
 * Black and white at one bit per pixel: a twentieth of the time that the library's own writer takes, which is
 * made for any picture in full colour.
 */
function drawPng(size: number, isDark: (row: number, column: number) => boolean): Buffer {
  const pixels = (size + 2 * MARGIN) * SCALE
  // Each line begins with its filter: none.
  const lineBytes = 1 + Math.ceil(pixels / 8)
  const lines = Buffer.alloc(pixels * lineBytes, 0xff)
  for (let y = 0; y < pixels; y += 1) lines[y * lineBytes] = 0
  for (let row = 0; row < size; row += 1) {
    const first = (row + MARGIN) * SCALE * lineBytes
    for (let column = 0; column < size; column += 1) {
      if (isDark(row, column)) blacken(lines, first + 1, (column + MARGIN) * SCALE)
    }
    for (let copy = 1; copy < SCALE; copy += 1) {
      lines.copyWithin(first + copy * lineBytes, first, first + lineBytes)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  header[8] = 1
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND')])
}

/** One module's pixels of one line. */
function blacken(lines: Buffer, line: number, from: number): void {
  for (let x = from; x < from + SCALE; x += 1) {
    const byte = line + (x >> 3)
    lines[byte] = (lines[byte] ?? 0) & ~(0x80 >> (x & 7))
  }
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
