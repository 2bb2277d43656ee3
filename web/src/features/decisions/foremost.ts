/** @returns which of the decisions stands out: the one that ends the doubt by what the provider knows, if there is any. */
export const foremost = <Decision extends string>(decisions: readonly Decision[]): Decision | undefined =>
  decisions.find((decision) => decision === 'retry') ?? decisions.find((decision) => decision === 'resolve')
