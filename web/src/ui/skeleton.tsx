import { cx } from './class-names.ts'

/** A grey stand-in of the size of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block h-4 motion-safe:animate-breathe rounded bg-hover', className)} />
}
