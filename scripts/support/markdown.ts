/** Pieces of a generated page of Markdown. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The values in one cell. */
export function list(values: readonly string[]): string {
  return values.join(', ') || 'none'
}
