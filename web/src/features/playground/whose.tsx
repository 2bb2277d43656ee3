import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface WhoseProps {
  to: string
  /** The seller's own word for it. */
  reference: string | null
  children: ReactNode
}

/** Whose a row of a provider's ledger is: a buyer's or a receiver's name, which leads to the thing, and the seller's reference. */
export function Whose({ to, reference, children }: WhoseProps) {
  return (
    <span className="block">
      <Link to={to} className="block truncate font-medium hover:underline">
        {children}
      </Link>
      {reference && <span className="block truncate text-[0.8125rem] text-ink-faint">{reference}</span>}
    </span>
  )
}
