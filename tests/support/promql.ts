/**
 * As much of PromQL as the alerts and the dashboard use, over what /metrics has printed. Anything else is an error, so that no
 * expression passes without being understood. Like Prometheus, `rate` and `increase` see nothing in a figure's first sample.
 */

type Labels = Readonly<Record<string, string>>
interface Sample {
  labels: Labels
  value: number
}
type Value = number | Sample[]

/** What one process printed. */
export interface Printed {
  job: string
  /** Undefined where the scrape failed. */
  text: string | undefined
}

/** What all processes printed at one time. */
export interface Scrape {
  /** Seconds. */
  at: number
  samples: readonly (Sample & { name: string })[]
}

/** Like Prometheus, adds `up` and the labels of each target: here its place is its `instance`. */
export function scrape(at: number, printed: readonly Printed[]): Scrape {
  const samples = printed.flatMap(({ job, text }, place) => {
    const target = { job, instance: String(place) }
    const own = [...(text ?? '').matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(
      ([, name = '', labels = '', value]) => ({
        name,
        labels: { ...labelsIn(labels), ...target },
        value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
      }),
    )
    return [{ name: 'up', labels: target, value: text === undefined ? 0 : 1 }, ...own]
  })
  return { at, samples }
}

const labelsIn = (text: string): Labels =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

const TOKEN = /\s*(\d+[smhd]|\d+(?:\.\d+)?|[a-z_]\w*|"[^"]*"|=~|!~|!=|==|>=|<=|[(){}[\],=<>*/])/giy
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** What the expression is at the time of the last scrape: a number, or the samples that are left. */
export function evaluate(expression: string, scrapes: readonly Scrape[]): Value {
  const tokens = [...expression.trim().matchAll(TOKEN)].map(([, token = '']) => token)
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) throw new Error(`Not understood: ${expression}`)
  let next = 0
  const peek = () => tokens[next] ?? ''
  const take = () => tokens[next++] ?? ''
  const is = (token: string) => peek() === token && take() === token
  const expect = (token: string) => {
    if (!is(token)) throw new Error(`Expected ${token}, found ${peek()}: ${expression}`)
  }
  const inBrackets = <T>(read: () => T): T => {
    expect('(')
    const value = read()
    expect(')')
    return value
  }
  const listed = (end: string, read: () => void) => {
    while (!is(end)) {
      read()
      if (peek() !== end) expect(',')
    }
  }

  const either = (): Value => {
    let left = compared()
    while (is('or')) {
      const [one, other] = [vector(left), vector(compared())]
      left = [...one, ...other.filter((sample) => !matching(one, sample))]
    }
    return left
  }
  const compared = (): Value => {
    const left = multiplied()
    const compare = COMPARISONS[peek() as keyof typeof COMPARISONS]
    if (!compare) return left
    take()
    const right = multiplied()
    return vector(left).filter((sample) => compare(sample.value, beside(right, sample)))
  }
  const multiplied = (): Value => {
    let left = single()
    while (peek() === '*' || peek() === '/') {
      const calculate = take() === '*' ? (a: number, b: number) => a * b : (a: number, b: number) => a / b
      const right = single()
      left =
        typeof left === 'number'
          ? calculate(left, scalar(right))
          : left.map(({ labels, value }) => ({ labels, value: calculate(value, beside(right, { labels })) }))
    }
    return left
  }
  const single = (): Value => {
    if (peek() === '(') return inBrackets(either)
    const token = take()
    if (/^\d/.test(token)) return Number(token)
    if (token in AGGREGATES) return aggregated(AGGREGATES[token as keyof typeof AGGREGATES])
    if (token === 'absent') return inBrackets(absent)
    if (token === 'rate' || token === 'increase') return inBrackets(() => grown(take(), token))
    if (token === 'histogram_quantile') {
      return inBrackets(() => {
        const quantile = scalar(single())
        expect(',')
        return quantiles(quantile, vector(either()))
      })
    }
    return selected(token, matchers().fits, scrapes.at(-1))
  }
  const aggregated = (aggregate: (values: number[]) => number): Value => {
    const by: string[] = []
    if (is('by')) {
      expect('(')
      listed(')', () => by.push(take()))
    }
    return [
      ...grouped(
        inBrackets(() => vector(either())),
        by,
      ),
    ].map(({ labels, samples }) => ({
      labels,
      value: aggregate(samples.map(({ value }) => value)),
    }))
  }
  const absent = (): Value => {
    const name = take()
    const { fits, named } = matchers()
    return selected(name, fits, scrapes.at(-1)).length > 0 ? [] : [{ labels: named, value: 1 }]
  }
  const grown = (name: string, how: 'rate' | 'increase'): Value => {
    const { fits } = matchers()
    expect('[')
    const window = take()
    expect(']')
    const end = scrapes.at(-1)?.at ?? 0
    const seconds = Number.parseInt(window, 10) * SECONDS[window.at(-1) as keyof typeof SECONDS]
    const within = scrapes.filter(({ at }) => at > end - seconds)
    return selected(name, fits, scrapes.at(-1)).flatMap(({ labels }) => {
      const seen = within.flatMap((one) =>
        selected(name, fits, one).flatMap((sample) =>
          isSame(sample.labels, labels) ? [{ at: one.at, ...sample }] : [],
        ),
      )
      const [first, last] = [seen[0], seen.at(-1)]
      if (!first || !last || first === last) return []
      const value = last.value - first.value
      return [{ labels, value: how === 'rate' ? value / (last.at - first.at) : value }]
    })
  }
  /** `named`: the labels that are asked for by their exact text. */
  const matchers = (): { fits: (labels: Labels) => boolean; named: Labels } => {
    const all: ((labels: Labels) => boolean)[] = []
    const named: Record<string, string> = {}
    if (is('{')) {
      listed('}', () => {
        const [label, operator, text] = [take(), take() as keyof typeof MATCHES, take().slice(1, -1)]
        const fits = MATCHES[operator](text)
        if (operator === '=') named[label] = text
        all.push((labels) => fits(labels[label] ?? ''))
      })
    }
    return { fits: (labels) => all.every((fits) => fits(labels)), named }
  }

  const value = either()
  if (next < tokens.length) throw new Error(`Not understood from ${peek()} on: ${expression}`)
  return value
}

const selected = (name: string, fits: (labels: Labels) => boolean, from: Scrape | undefined): Sample[] =>
  (from?.samples ?? []).filter((sample) => sample.name === name && fits(sample.labels))

const AGGREGATES = {
  sum: (values: number[]) => values.reduce((sum, value) => sum + value, 0),
  min: (values: number[]) => Math.min(...values),
  max: (values: number[]) => Math.max(...values),
} as const

const COMPARISONS = {
  '>': (a: number, b: number) => a > b,
  '<': (a: number, b: number) => a < b,
  '>=': (a: number, b: number) => a >= b,
  '<=': (a: number, b: number) => a <= b,
  '==': (a: number, b: number) => a === b,
} as const

const MATCHES = {
  '=': (text: string) => (value: string) => value === text,
  '!=': (text: string) => (value: string) => value !== text,
  '=~': (text: string) => (value: string) => new RegExp(`^(?:${text})$`).test(value),
  '!~': (text: string) => (value: string) => !new RegExp(`^(?:${text})$`).test(value),
} as const

function vector(value: Value): Sample[] {
  if (typeof value === 'number') throw new Error(`Not a vector: ${value}`)
  return value
}

function scalar(value: Value): number {
  if (typeof value !== 'number') throw new Error('Not a number')
  return value
}

/** The number, or the value of the sample with the same labels; NaN without one, which no comparison keeps. */
const beside = (value: Value, { labels }: Pick<Sample, 'labels'>): number =>
  typeof value === 'number' ? value : (matching(value, { labels })?.value ?? Number.NaN)

const matching = (samples: readonly Sample[], { labels }: Pick<Sample, 'labels'>) =>
  samples.find((sample) => isSame(sample.labels, labels))

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).sort())
const isSame = (a: Labels, b: Labels) => keyOf(a) === keyOf(b)

function grouped(samples: readonly Sample[], by: readonly string[]) {
  const groups = new Map<string, { labels: Labels; samples: Sample[] }>()
  for (const sample of samples) {
    const labels = Object.fromEntries(by.map((name) => [name, sample.labels[name] ?? '']))
    const group = groups.get(keyOf(labels)) ?? { labels, samples: [] }
    group.samples.push(sample)
    groups.set(keyOf(labels), group)
  }
  return groups.values()
}

/** As Prometheus: linear within a bucket, and never above the last bound that is a number. */
function quantiles(quantile: number, buckets: readonly Sample[]): Sample[] {
  const names = new Set(buckets.flatMap(({ labels }) => Object.keys(labels)))
  names.delete('le')
  return [...grouped(buckets, [...names])].map(({ labels, samples }) => {
    const sorted = samples
      .map((sample) => ({ bound: Number(sample.labels.le?.replace('+Inf', 'Infinity')), count: sample.value }))
      .sort((a, b) => a.bound - b.bound)
    const rank = quantile * (sorted.at(-1)?.count ?? 0)
    const place = sorted.findIndex(({ count }) => count >= rank)
    const [below, found] = [sorted[place - 1] ?? { bound: 0, count: 0 }, sorted[place]]
    if (rank === 0 || !found) return { labels, value: Number.NaN }
    if (found.bound === Number.POSITIVE_INFINITY) return { labels, value: below.bound }
    const share = (rank - below.count) / (found.count - below.count)
    return { labels, value: below.bound + (found.bound - below.bound) * share }
  })
}
