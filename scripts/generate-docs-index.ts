/** Writes what the reference page searches: each operation that a key may call, and each error. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROBLEMS } from '../api/problem.ts'
import { openApiDocument } from './sdk/openapi-document.ts'
import { ROOT } from './support/root.ts'

const TARGET = 'web/src/features/docs/index.generated.ts'

export async function generateDocsIndex(): Promise<void> {
  const { paths } = await openApiDocument()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          operationId: id,
          summary,
          tags: [tag],
        },
      ]) => {
        return { id, method: method.toUpperCase(), path, tag, summary }
      },
    ),
  )
  const errors = Object.entries(PROBLEMS).map(([code, { status }]) => ({ code, status }))
  const text = `/** Made by \`npm run generate\` from the API. */

export const OPERATIONS = ${printList(operations)} as const

export const ERRORS = ${printList(errors)} as const
`
  await writeFile(join(ROOT, TARGET), text)
}

const printList = (entries: readonly object[]) => `[\n${entries.map((one) => `  ${JSON.stringify(one)},\n`).join('')}]`
