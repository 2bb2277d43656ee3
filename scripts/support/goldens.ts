/** Formats goldens: a value that fits the code's line length is written on one line. */
const LINE = 119

export function writeGolden(value: unknown, indent = '', room = LINE): string {
  const inLine = oneLine(value)
  if (indent.length + inLine.length <= room || typeof value !== 'object' || value === null) return inLine
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((inner) => deeper + writeGolden(inner, deeper)).join(',\n')}\n${indent}]`
  }
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const lines = fields.map(
    ([name, inner]) =>
      `${deeper}${JSON.stringify(name)}: ${writeGolden(inner, deeper, LINE - JSON.stringify(name).length - 2)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (fields.length === 0) return '{}'
  return `{ ${fields.map(([name, inner]) => `${JSON.stringify(name)}: ${oneLine(inner)}`).join(', ')} }`
}
