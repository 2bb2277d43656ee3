type Undefinable<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** `T`, whose fields that may be undefined are there or are not. */
export type Defined<T> = Omit<T, Undefinable<T>> & { [K in Undefinable<T>]?: Exclude<T[K], undefined> }

/** The fields that have a value: an optional field is left out, never undefined. */
export function defined<const T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
