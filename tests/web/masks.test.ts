import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  caretAfter,
  countSignificant,
  maskBoletoLine,
  maskDocument,
  maskPhone,
  maskZipCode,
  whole,
} from '../../web/src/ui/masks.ts'
import { amountOf, typedCents } from '../../web/src/ui/money-field.tsx'

test.each([
  [maskDocument, '', ''],
  [maskDocument, '111', '111'],
  [maskDocument, '11144477735', '111.444.777-35'],
  [maskDocument, '111444777351', '11.144.477/7351'],
  [maskDocument, '11222333000181', '11.222.333/0001-81'],
  [maskDocument, '12abc34501de35', '12.ABC.345/01DE-35'],
  [maskDocument, '112223330001819999', '11.222.333/0001-81'],
  [maskPhone, '1133334444', '(11) 3333-4444'],
  [maskPhone, '11912345678', '(11) 91234-5678'],
  [maskPhone, '+55 11 91234-5678', '(11) 91234-5678'],
  [maskZipCode, '01310100', '01310-100'],
  [
    maskBoletoLine,
    '00190000090123456789012345678901212345678901234',
    '00190.00009 01234.567890 12345.678901 2 12345678901234',
  ],
  [
    maskBoletoLine,
    '836200000005667800481000180975657313001589636081',
    '83620000000-5 66780048100-0 18097565731-3 00158963608-1',
  ],
  [maskBoletoLine, 'no boleto', 'no boleto'],
])('%# writes as Brazilians do', (mask, typed, shown) => {
  expect(mask(typed)).toBe(shown)
})

test.each([maskDocument, maskPhone, maskZipCode])('%# formatting twice changes nothing', (mask) => {
  fc.assert(fc.property(fc.string(), (text) => mask(mask(text)) === mask(text)))
})

test.each([
  [maskDocument, '11144477735', '111.444.777-35'],
  [maskDocument, '112223330001819', '112223330001819'],
  [maskPhone, '11912345678', '(11) 91234-5678'],
  [maskPhone, '5511912345678', '5511912345678'],
  [maskPhone, '+55 11 91234-5678', '+55 11 91234-5678'],
  [maskPhone, 'ana@exemplo.com.br', 'ana@exemplo.com.br'],
])('%# of a key nothing is cut off: %s', (mask, typed, shown) => {
  expect(whole(mask)(typed)).toBe(shown)
})

test('the caret stays behind the character that was typed', () => {
  expect(caretAfter('111.444', countSignificant('1114'))).toBe(5)
  expect(caretAfter('111.444', 0)).toBe(0)
  expect(caretAfter('111.444', 6)).toBe(7)
})

test.each([
  ['R$ 0,01', 1],
  ['R$\u00a01.234,567', 1_234_567],
  ['R$1,234.56', 123_456],
  ['', 0],
  ['999.999.999,99', 99_999_999_999],
  ['999.999.999,990', 'tooMuch'],
  ['1.000.000.000,00', 'tooMuch'],
  ['R$ 0,01e', 'noAmount'],
  ['1e9', 'noAmount'],
  ['-5', 'noAmount'],
  ['١٢', 'noAmount'],
])(
  'typed %j: digits come in from the right, up to what may be charged, and of what does not it is told why',
  (text, expected) => {
    expect(typedCents(text)).toBe(expected)
  },
)

test.each([
  ['12,5', 1_250],
  ['150', 15_000],
  ['1.500', 150_000],
  ['R$ 1.234,56', 123_456],
  [' 1234.56 ', 123_456],
  ['R$\u00a01.234,56', 123_456],
  ['1234.5', 123_450],
  ['1.234,56', 123_456],
  ['999.999.999,99', 99_999_999_999],
  ['1000000000', 'tooMuch'],
  ['1e9', 'noAmount'],
  ['12.34.56', 'noAmount'],
  ['1.000.000.000,00', 'tooMuch'],
  ['-5', 'noAmount'],
  ['R$', 'noAmount'],
])('pasted %j is read as an amount, or it is told why not', (text, expected) => {
  expect(amountOf(text)).toBe(expected)
})
