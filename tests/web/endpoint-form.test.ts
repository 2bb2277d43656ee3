import { expect, test } from 'vitest'
import { resolveEndpoint } from '../../web/src/features/webhook-endpoints/form-values.ts'

const resolve = (url: string) =>
  resolveEndpoint({ url, events: ['*'] }, undefined, { fields: {}, shouldUseNativeValidation: false })

test.each([
  'https://loja.exemplo.com.br/avisos',
  'http://localhost:9000/',
  'HTTPS://loja.exemplo.com.br',
  'trilho:kept',
])('%s can be called', async (url) => {
  expect((await resolve(url)).errors).toEqual({})
})

test.each([
  ['', 'required'],
  ['nada', 'format'],
  ['ftp://x', 'uri'],
  ['mailto:ana@exemplo.com.br', 'uri'],
  ['javascript:alert(1)', 'uri'],
])('%j is refused before it is sent', async (url, type) => {
  expect((await resolve(url)).errors).toMatchObject({ url: { type } })
})
