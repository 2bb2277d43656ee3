export const EXCHANGE_ID = 'exchange'
export const attemptId = (number: number) => `attempt-${number}`

/** Brings an attempt, or the whole exchange, into sight and under the focus, unfolded. */
export function showAttempt(number: number | 'last'): void {
  const panel = document.getElementById(EXCHANGE_ID)
  if (panel instanceof HTMLDetailsElement) panel.open = true
  const place = (number === 'last' ? null : document.getElementById(attemptId(number))) ?? panel
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}
