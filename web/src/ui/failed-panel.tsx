import { Panel } from './panel.tsx'
import { ErrorState } from './states.tsx'

interface FailedPanelProps {
  title: string
  query: { error: unknown; refetch: () => unknown }
}

/** In place of a part of a page that could not be read the first time. */
export function FailedPanel({ title, query }: FailedPanelProps) {
  return (
    <Panel title={title}>
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    </Panel>
  )
}
