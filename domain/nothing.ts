/** Compiles where nothing is left of a union; what is left is named by the compiler. */
export type Nothing<Left extends never> = Left

/** What a body has to satisfy that is passed on whole: the compiler names a field that whatever takes it does not have. */
export type TakenBy<Taker, Body> = Body & Record<Exclude<keyof Body, keyof Taker>, never>
