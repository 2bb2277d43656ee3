import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy.tsx'

interface SnippetProps {
  /** Whose it is, for screen readers. */
  of: string
  code: string
  /** The file that it stands in; a terminal when left out. */
  file?: string | undefined
}

/** A program to copy and run. */
export function Snippet({ of, code, file }: SnippetProps) {
  const { t } = useTranslation('docs')
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 pr-2 pl-4 text-xs text-ink-faint">
        {file ? <code className="font-mono">{file}</code> : t('terminal')}
        <CopyButton text={code} label={t('copy')} of={of} size="small" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-120 overflow-auto p-4 font-mono text-[0.8125rem] leading-5"
      >
        {code}
      </pre>
    </div>
  )
}

/** What comes back: read, not copied. */
export function Answer({ text }: { text: string }) {
  const { t } = useTranslation('docs')
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-xs font-medium text-ink-faint">{t('answer')}</figcaption>
      <pre className="overflow-x-auto rounded-lg border border-line px-4 py-3 font-mono text-[0.8125rem] leading-5 whitespace-pre-wrap text-ink-soft">
        {text}
      </pre>
    </figure>
  )
}
