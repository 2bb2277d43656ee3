import { type Static, Type } from 'typebox'

/** No colon and no space: `key:value` is how it is searched for. */
const KEY = '^[A-Za-z0-9_.-]{1,40}$'

/** What sellers keep with a thing of ours: shown again wherever it is shown, in events too, and found by `q`. */
export const NewMetadata = () =>
  Type.Record(Type.String({ pattern: KEY }), Type.String({ maxLength: 500 }), {
    maxProperties: 50,
    additionalProperties: false,
    description:
      'Your own facts, up to 50: they come back in answers and events and are found by `q`, as `key:value` too: by the first 100 characters of each value or, where these are more than 4,000 with their keys, by as many of each key and value as go into 4,000: 80 of each of 50. No provider sees them. Never put card numbers here. The whole request is at most 64 kB of JSON.',
  })

export const Metadata = () => Type.Record(Type.String(), Type.String(), { description: 'As it was given; else empty.' })

export type Metadata = Static<ReturnType<typeof Metadata>>
