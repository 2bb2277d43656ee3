/** Compiles where nothing is left of a union; what is left is named by the compiler. */
export type Nothing<Left extends never> = Left
