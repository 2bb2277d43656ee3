import { cx } from './class-names.ts'

/** A grey stand-in of the size of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton motion-safe:animate-breathe', className)} />
}
