import { type Static, Type } from 'typebox'
import { EXPORT_FAILURES, EXPORT_LANGUAGES, EXPORT_STATES, EXPORTED_LISTS } from '../../domain/export.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

/** `POST /v1/exports`. */
export const NewExport = Type.Object(
  {
    resource: Word(EXPORTED_LISTS),
    filters: Type.Optional(
      Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 300 }), {
        description:
          'What the list\'s own query takes, each as a text, `sort` and `q` too: `{ "status": "APPROVED" }`.',
      }),
    ),
    language: Type.Optional(
      Word(EXPORT_LANGUAGES, 'Of its words, and of its separators: a Brazilian spreadsheet reads `;` and `1234,56`.'),
    ),
  },
  { additionalProperties: false },
)

export const Export = Type.Object({
  id: Uuid(),
  resource: Word(EXPORTED_LISTS),
  filters: Type.Record(Type.String(), Type.Unknown()),
  language: Word(EXPORT_LANGUAGES),
  state: Word(EXPORT_STATES, 'READY: `GET /v1/exports/:id/download`.'),
  failure: Nullable(
    Word(EXPORT_FAILURES, 'tooManyMatches: narrow the search. notWritten: the store could not be reached for hours.'),
  ),
  rows: Type.Integer({ description: 'How many have been written.' }),
  bytes: Type.Integer(),
  createdBy: Type.String({ description: "A user's e-mail, or `API key ` and the key's name." }),
  createdAt: Time(),
  finishedAt: Nullable(Time()),
  expiresAt: Time(),
})

export const Exports = ListOf(Export)

export const ExportAddress = Type.Object({
  url: Type.String({ description: 'Gives the file for 60 seconds.' }),
  expiresAt: Time(),
})

export type NewExport = Static<typeof NewExport>
export type Export = Static<typeof Export>
export type Exports = Static<typeof Exports>
export type ExportAddress = Static<typeof ExportAddress>
