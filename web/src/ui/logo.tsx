/** A stretch of track, seen along the rails. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g stroke="#fff" strokeLinecap="round">
        <path d="M12.500 6.500 8 25.500M19.500 6.500 24 25.500" strokeWidth="2.600" />
        <path d="M12 11h8M10.900 16h10.200M9.800 21h12.400" strokeWidth="2" strokeOpacity=".75" />
      </g>
    </svg>
  )
}
