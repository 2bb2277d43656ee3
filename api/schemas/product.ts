import { type Static, Type } from 'typebox'
import { Nullable, Text, Time, Uuid } from './common.ts'
import { ListOf, NAME_QUERY, PAGE_QUERY } from './list.ts'

const STRICT = { additionalProperties: false } as const

const ImageUrl = () =>
  Type.String({ maxLength: 2000, description: 'The `publicUrl` of a picture from `POST /v1/uploads`.' })
const Tangible = () => Type.Boolean({ description: 'False when left out: nothing is sent to the buyer.' })

/** `POST /v1/products`. */
export const NewProduct = Type.Object(
  {
    name: Text(200),
    description: Type.Optional(Text(2000)),
    imageUrl: Type.Optional(ImageUrl()),
    tangible: Type.Optional(Tangible()),
  },
  STRICT,
)

/** What is left out stays as it is; null removes it. */
export const ProductChange = Type.Object(
  {
    name: Type.Optional(Text(200)),
    description: Type.Optional(Nullable(Text(2000))),
    imageUrl: Type.Optional(Nullable(ImageUrl())),
    tangible: Type.Optional(Tangible()),
  },
  { ...STRICT, minProperties: 1 },
)

export const Product = Type.Object({
  id: Uuid(),
  name: Type.String(),
  description: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  tangible: Type.Boolean(),
  offerCount: Type.Integer({ description: 'How many offers sell it.' }),
  createdByUser: Type.String({ description: "Who made it: a user's e-mail, or `API key ` and the key's name." }),
  createdAt: Time(),
  updatedAt: Time(),
})

export const ProductList = ListOf(Product)
export const ProductListQuery = Type.Object({ ...PAGE_QUERY, ...NAME_QUERY })

export type NewProduct = Static<typeof NewProduct>
export type ProductChange = Static<typeof ProductChange>
export type Product = Static<typeof Product>
export type ProductList = Static<typeof ProductList>
