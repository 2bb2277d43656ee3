import { describe, expect, test } from 'vitest'
import { newEnrolment, newRecoveryCodes, stepOf } from '../../api/access/codes.ts'
import { pauseAfter } from '../../domain/second-factor.ts'
import { codeAt } from '../support/authenticator.ts'

/** RFC 6238, appendix B, for SHA-1: the last six of its eight digits. The secret is "12345678901234567890". */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

describe('a code', () => {
  test.each(RFC_CODES)('at %i seconds is that of the RFC', (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(stepOf(code, RFC_SECRET, { now: seconds * 1000, after: 0 })).toBe(step)
    expect(codeAt(RFC_SECRET, step)).toBe(code)
  })

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of %i steps from now', (steps, isTaken) => {
    const now = 2_000_000_000_000
    const step = Math.floor(now / 30_000) + steps
    expect(stepOf(codeAt(RFC_SECRET, step), RFC_SECRET, { now, after: 0 })).toBe(isTaken ? step : null)
  })

  test('is taken as people type it, and none of a step that is used up', () => {
    const now = 2_000_000_000_000
    const step = Math.floor(now / 30_000)
    expect(stepOf(' 279 037 ', RFC_SECRET, { now, after: step - 1 })).toBe(step)
    expect(stepOf('279037', RFC_SECRET, { now, after: step })).toBeNull()
    expect(stepOf(codeAt(RFC_SECRET, step - 1), RFC_SECRET, { now, after: step })).toBeNull()
    for (const wrong of ['279038', '27903', '2790370', '', 'abcdef', '27903é', '２７９０３７']) {
      expect(stepOf(wrong, RFC_SECRET, { now, after: 0 }), wrong).toBeNull()
    }
  })
})

test('an enrolment is 160 bits, and its address says whose they are', () => {
  const { secret, uri } = newEnrolment('ana+1@loja.example')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newEnrolment('ana+1@loja.example').secret).not.toBe(secret)
  const address = new URL(uri)
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Trilho:ana+1@loja.example')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ issuer: 'Trilho', secret })
})

test('recovery codes are ten, each its own, in letters that cannot be mixed up', () => {
  const { codes, hashes } = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  expect(new Set(hashes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
})

test('wrong codes in a row are waited out, longer each time, and at most a day', () => {
  const minutes = Array.from({ length: 61 }, (_, wrong) => pauseAfter(wrong))
  expect(minutes.filter((pause) => pause > 0)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440, 1440, 1440, 1440])
  expect(minutes.indexOf(15)).toBe(5)
})
