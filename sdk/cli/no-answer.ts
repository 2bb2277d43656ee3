/** Why fetch gave none, in words. */
export function noAnswer(error: Error & { cause?: { code?: string; message?: string } }): string {
  if (error.name === 'TimeoutError') return 'no answer in time'
  return `no answer (${error.cause?.code ?? error.cause?.message ?? error.name})`
}
