/** What a buyer's form sends of what was typed or pasted. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewCard } from '../../api/schemas/card.ts'
import { Address, Customer } from '../../api/schemas/charge.ts'
import { hiddenCharacters } from '../../domain/hidden-characters.ts'
import { EMPTY, FIELDS, mistakesOf, sentOf, toBody, type Values } from '../../web/src/features/buy/values.ts'

const CHOICE = {
  paymentMethod: 'CREDIT_CARD',
  installments: 1,
  quantity: 1,
  total: 5_000,
  token: undefined,
  language: 'en',
} as const

test.each([
  ['Ana\u202c Souza', 'Ana Souza'],
  ['\u200bAna Souza\ufeff', 'Ana Souza'],
  ['Ana Sou\u00adza', 'Ana Souza'],
  ['❤\ufe0f 👩\u200d👧', '❤\ufe0f 👩\u200d👧'],
  ['Ana\tSouza\n', 'Ana\tSouza\n'],
])('of the name %j is sent what is seen', (name, sent) => {
  expect(toBody(sentOf({ ...EMPTY, name }), FIELDS, CHOICE).customer.name).toBe(sent)
})

test('nothing that the API refuses as not seen is sent, whatever was pasted in whichever field', () => {
  const pasted = fc.string({
    unit: fc.oneof(fc.constantFrom('\u202e', '\u200b', '\u00ad', '\u3164', '\u001b'), fc.string()),
  })
  const values = fc.record(Object.fromEntries(FIELDS.map((name) => [name, pasted]))) as fc.Arbitrary<Values>
  fc.assert(fc.property(values, (typed) => hiddenCharacters(toBody(sentOf(typed), FIELDS, CHOICE)).length === 0))
})

test('a field with nothing that is seen is empty', () => {
  expect(mistakesOf(sentOf({ ...EMPTY, name: '\u200b' }), ['name'])).toEqual({ name: 'required' })
})

test.each(['name', 'email', 'address', 'number', 'district', 'city', 'holderName'] as const)(
  'a %s may be as long as the API takes it, and no longer',
  (name) => {
    const schemas: Record<string, object> = {
      ...Customer.properties,
      ...Address.properties,
      ...NewCard.properties,
    }
    const { maxLength: longest } = schemas[name] as { maxLength: number }
    const text = (length: number) => 'ç'.repeat(length)
    expect(mistakesOf({ ...EMPTY, [name]: text(longest + 1) }, [name])).toEqual({ [name]: 'tooLong' })
    expect(mistakesOf({ ...EMPTY, [name]: text(longest) }, [name])).not.toEqual({ [name]: 'tooLong' })
  },
)
