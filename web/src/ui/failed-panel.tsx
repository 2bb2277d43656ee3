/** In place of a part of a page that could not be read the first time. */
import { Panel } from './panel.tsx'
import { Unread } from './unread.tsx'

interface FailedPanelProps {
  title: string
  query: Parameters<typeof Unread>[0]['query']
}

export function FailedPanel({ title, query }: FailedPanelProps) {
  return (
    <Panel title={title}>
      <Unread query={query} />
    </Panel>
  )
}
