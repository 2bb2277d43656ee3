import { Search } from 'lucide-react'
import { cx } from './class-names.ts'
import { CONTROL } from './field.tsx'
import { useSingleKeys } from './single-keys.ts'

interface SearchInputProps {
  label: string
  placeholder?: string
  value: string
  onValueChange: (value: string) => void
  className?: string
}

/** The page's search; `/` leads here. */
export function SearchInput({ label, placeholder, value, onValueChange, className }: SearchInputProps) {
  const [singleKeys] = useSingleKeys()
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        type="search"
        aria-label={label}
        {...(singleKeys === 'on' && { 'aria-keyshortcuts': '/' })}
        placeholder={placeholder ?? label}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
        className={cx(CONTROL, 'peer pl-9 text-ellipsis placeholder-shown:pr-9')}
      />
      {singleKeys === 'on' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded border border-line bg-sunken px-1.5 font-mono text-xs leading-5 text-ink-faint peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden max-md:hidden"
        >
          /
        </kbd>
      )}
    </div>
  )
}
