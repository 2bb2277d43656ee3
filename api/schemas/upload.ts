import { type Static, Type } from 'typebox'
import { Text, Time, Word } from './common.ts'

/** As storage/file-types.ts has them; a browser cannot import that folder. */
export const UPLOAD_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

/** `POST /v1/uploads`. */
export const NewUpload = Type.Object(
  {
    fileName: Text(200, "The file's own name."),
    contentType: Word(UPLOAD_TYPES),
    purpose: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[A-Za-z][A-Za-z0-9-]*$',
      description: 'What it is for, e.g. photoDocument: names the folder.',
    }),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_UPLOAD_BYTES,
        description:
          'In bytes: with it, the address takes exactly so many. Without it, up to 10 MB, and always by way of the API.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Upload = Type.Object({
  method: Word(['PUT']),
  uploadUrl: Type.String({ description: 'Takes the file for 60 seconds.' }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'To be sent with the file, each exactly as it stands here.',
  }),
  publicUrl: Type.String({
    description:
      'Names the file in other requests. It is also the file’s public address, unless the file is a private document.',
  }),
  expiresAt: Time(),
})

export type NewUpload = Static<typeof NewUpload>
export type Upload = Static<typeof Upload>
