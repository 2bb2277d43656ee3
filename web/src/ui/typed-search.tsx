import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchInput } from './search-input.tsx'
import { useSettled } from './use-settled.ts'

interface TypedSearchProps {
  label: string
  placeholder: string
  /** What the address says. */
  q: string
  onChange: (q: string) => void
  className?: string
}

/** Searches once the typing pauses; follows other changes of the address, except while the user types. */
export function TypedSearch({ q, onChange, ...input }: TypedSearchProps) {
  const [text, setText] = useState(q)
  const settled = useSettled(text)
  const applied = useRef(q)
  const apply = useEffectEvent(onChange)
  const follow = useEffectEvent((address: string) => {
    if (text !== applied.current) return
    applied.current = address
    setText(address)
  })
  useEffect(() => follow(q), [q])
  useEffect(() => {
    if (settled === applied.current) return
    applied.current = settled
    apply(settled)
  }, [settled])
  return <SearchInput {...input} value={text} onValueChange={setText} />
}
