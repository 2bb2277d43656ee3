export interface Page<T> {
  data: T[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** `await` it for the first page, or go through everything with `for await`. */
export type Listing<T> = Promise<Page<T>> & AsyncIterable<T>

/** @param load the page at a cursor; undefined: the first one. */
export function listing<T>(load: (cursor: string | undefined) => Promise<Page<T>>): Listing<T> {
  const first = load(undefined)
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first
      yield* page.data
      // An API of an earlier release leaves it out where the list is whole.
      while (page.nextCursor != null) {
        page = await load(page.nextCursor)
        yield* page.data
      }
    },
  })
}
