import { useId } from 'react'

/** A raw text to be read and copied; JSON is laid out, everything else stands as it is. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h4 id={id} className="mb-1.5 text-xs font-medium text-ink-faint">
        {title}
      </h4>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs leading-5"
      >
        {layOut(text)}
      </pre>
    </section>
  )
}

/** Lays out the JSON that a text is, or that follows its headers. */
export function layOut(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1
  const [head, body] = [text.slice(0, start), text.slice(start).trim()]
  if (!/^[[{]/.test(body)) return text
  try {
    return `${head}${head === '' ? '' : '\n'}${JSON.stringify(JSON.parse(body), null, 2)}`
  } catch {
    return text
  }
}
