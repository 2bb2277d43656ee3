/** One thing has one name: words that stand in no code and on no page, because the field or we have another one. */
import { expect, test } from 'vitest'
import { isCode, projectFiles } from './support/source-files.ts'

const THIS = 'tests/structure-words.test.ts'
const PRODUCT =
  /^(?:activities|api|config|db|domain|gateway|inbox|mail|providers|sandbox|sdk|storage|telemetry|temporal|web|worker|workflows)\//
/** A wire has words of its own. */
const WIRES = /^(?:sandbox|providers\/(?:catalog|dialects)|tests\/(?:providers|sandbox|wire))\//

const code = projectFiles().filter((file) => isCode(file) && file.path !== THIS)
const pages = projectFiles().filter(({ path }) => path.endsWith('.md'))

/** It names the user `nobody` of the system. */
const SYSTEM_USERS = 'scripts/support/run-as.ts'

/** The lines that hold one of the words. What names a decision's page is no sentence. */
const linesWith = (words: RegExp, files: readonly { path: string; text: string }[]) =>
  files.flatMap(({ path, text }) =>
    text
      .replaceAll(/\d{4}-[a-z0-9-]+\.md/g, '')
      .split('\n')
      .filter((line) => words.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

test('a withdrawal is no payout, and sentences are of today', () => {
  const old = /\bfor want of\b|\bby and by\b|\bit wants an?\b/i
  expect(linesWith(old, [...code, ...pages])).toEqual([])
  const otherNames = /\bpayouts?\b|\bscenes?\b/i
  expect(
    linesWith(
      otherNames,
      [...code, ...pages].filter(({ path }) => !WIRES.test(path)),
    ),
  ).toEqual([])
})

test('who acts is named: an operator, a buyer, a seller, a user', () => {
  const unnamed = /\b(?:nobody|somebody|anybody|whoever|someone|anyone)\b/i
  expect(
    linesWith(
      unnamed,
      [...code, ...pages].filter(({ path }) => path !== SYSTEM_USERS),
    ),
  ).toEqual([])
  expect(
    linesWith(
      /\ba person\b/i,
      code.filter(({ path }) => PRODUCT.test(path)),
    ),
  ).toEqual([])
})
