/** @param share 0 to 1; a measured value, never an invented one between two. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = inOrder(values)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = inOrder(values)
  const middle = sorted.length / 2
  return average(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const inOrder = (values: readonly number[]) => [...values].sort((one, other) => one - other)
