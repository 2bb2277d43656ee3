import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { drawPictures, pixPictureOf } from '../api/charge/pix-picture.ts'

const pictureOf = (pixCode: string) => pixPictureOf({ pixCode, pixQrCode: null, payable: true })

const QUIET_MODULES = 1
const PIXELS_PER_MODULE = 6

/** As a program that knows PNG sees it: true where a pixel is dark. */
function readPng(dataUrl: string): { width: number; height: number; isDark: (x: number, y: number) => boolean } {
  const bytes = Buffer.from(dataUrl.replace('data:image/png;base64,', ''), 'base64')
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  // One bit per pixel, grey, nothing interlaced.
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  const lineBytes = 1 + Math.ceil(width / 8)
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  expect(lines.length).toBe(lineBytes * height)
  return {
    width,
    height,
    isDark: (x, y) => (((lines[y * lineBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0,
  }
}

test('the picture shows the code, module for module, within a white edge', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 500 }), (pixCode) => {
      const { modules } = QRCode.create(pixCode, { errorCorrectionLevel: 'M' })
      const { width, height, isDark } = readPng(pictureOf(pixCode) ?? '')
      const size = modules.size + 2 * QUIET_MODULES
      expect([width, height]).toEqual([size * PIXELS_PER_MODULE, size * PIXELS_PER_MODULE])
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const [row, column] = [y, x].map((pixel) => Math.floor(pixel / PIXELS_PER_MODULE) - QUIET_MODULES)
          const inside = [row, column].every((place = -1) => place >= 0 && place < modules.size)
          const dark = inside && modules.get(row ?? 0, column ?? 0) === 1
          if (isDark(x, y) !== dark) throw new Error(`Pixel ${x}, ${y} is wrong`)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test("the provider's own picture is kept, and without a code there is none", () => {
  expect(pixPictureOf({ pixCode: '000201', pixQrCode: 'https://provider.example/qr.png', payable: false })).toBe(
    'https://provider.example/qr.png',
  )
  expect(pixPictureOf({ pixCode: null, pixQrCode: null, payable: true })).toBeNull()
})

test.each([
  ['ascii', 'x'],
  ['of two bytes', 'é'],
])('the longest code that a bank may make has a picture, and a longer one has none (%s)', (_name, letter) => {
  const longest = letter.repeat(Math.floor(512 / Buffer.byteLength(letter)))
  expect(pictureOf(longest)).toMatch(/^data:image\/png;base64,/)
  expect(pictureOf(longest + letter)).toBeNull()
})

test('a code that is shown again has the same picture', () => {
  const shown = { pixCode: '00020126', pixQrCode: null, payable: true }
  expect(pixPictureOf(shown)).toBe(pixPictureOf({ ...shown }))
})

test('a code that cannot be paid any more has none', () => {
  expect(pixPictureOf({ pixCode: '00020127', pixQrCode: null, payable: false })).toBeNull()
})

test("a list's pictures are drawn one at a time: others have their turn between two", async () => {
  const rows = Array.from({ length: 100 }, (_, number) => ({
    pixCode: `listed ${number}`,
    pixQrCode: null,
    payable: true,
  }))
  let turns = 0
  let isDone = false
  const others = () => {
    turns += 1
    if (!isDone) setImmediate(others)
  }
  setImmediate(others)
  await drawPictures(rows)
  isDone = true
  expect(turns).toBeGreaterThan(rows.length / 2)
})
