import { Type } from 'typebox'

const Base64 = Type.String()

/** Temporal payloads as its codec protocol writes them in JSON: every value in base64. */
export const Payloads = Type.Object({
  payloads: Type.Array(
    Type.Object({
      metadata: Type.Optional(Type.Record(Type.String(), Base64)),
      data: Type.Optional(Base64),
    }),
    { maxItems: 1000 },
  ),
})
