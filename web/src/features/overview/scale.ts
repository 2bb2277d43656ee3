/** Where a chart's lines stand. */

/** An axis from zero to above the greatest value, in three or four round steps: 1, 2, 2.5 or 5 times a power of ten. */
export function ticksUpTo(greatest: number): number[] {
  if (greatest <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(greatest))
  const step = [0.25, 0.5, 1, 2, 2.5, 5].map((one) => one * power).find((one) => one * 4 >= greatest) ?? greatest
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step)
}

/** Points of a line over as many columns of equal width, in a box of 1 by 1; a gap where a column has no value. */
export function pathOver(values: readonly (number | null)[], greatest: number): string {
  const x = (index: number) => short((index + 0.5) / values.length)
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isFirst = index === 0 || values[index - 1] === null
      // Alone between gaps it is a dot: round ends make one of a line that goes nowhere.
      const isAlone = isFirst && (values[index + 1] ?? null) === null
      const point = `${x(index)} ${short(1 - value / greatest)}`
      return `${isFirst ? 'M' : 'L'}${point}${isAlone ? 'h0.0001' : ''}`
    })
    .join('')
}

const short = (share: number) => Number(share.toPrecision(4))

/** Which columns have their name written below: a few, as far apart as one another, the last one among them. */
export function labelled(columns: number, most: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(columns / most))
  return (index) => (columns - 1 - index) % every === 0
}

/** As CSS takes it. */
export const partOf = (part: number, whole: number) => `calc(100% * ${part / whole})`
