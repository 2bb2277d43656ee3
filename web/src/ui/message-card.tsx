/** What a buyer's page says: a card, and a card with one message and its mark. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TONE_BADGES, type Tone } from './badge.tsx'
import { cx } from './class-names.ts'

export function Card({ children }: { children: ReactNode }) {
  return <div className="rounded-2xl border border-line bg-surface p-6">{children}</div>
}

interface MessageCardProps {
  tone: Tone
  icon: LucideIcon
  title: string
  text: string
}

export function MessageCard({ tone, icon: Icon, title, text }: MessageCardProps) {
  return (
    <Card>
      <div className="flex motion-safe:animate-appear flex-col items-center py-4 text-center">
        <span className={cx('mb-5 grid size-16 place-items-center rounded-full border', TONE_BADGES[tone])}>
          <Icon aria-hidden className="size-8" />
        </span>
        <h2 tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        <p className="mt-1 text-ink-soft text-pretty">{text}</p>
      </div>
    </Card>
  )
}
