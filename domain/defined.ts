type Undefinable<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** `T` with its possibly undefined fields made optional. */
export type Defined<T> = Omit<T, Undefinable<T>> & { [K in Undefinable<T>]?: Exclude<T[K], undefined> }

/** Drops the fields that are undefined, so that an optional field is absent and never undefined. */
export function defined<const T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
