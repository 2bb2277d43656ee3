import { SelectField } from './select-field.tsx'
import { useAddress, withName } from './use-address.ts'

interface FilterProps<T extends string> {
  name: string
  label: string
  placeholder: string
  options: readonly { value: T; label: string }[]
}

/** A dropdown whose choice stands in the address. */
export function AddressFilter<T extends string>({ name, label, placeholder, options }: FilterProps<T>) {
  const [search, setSearch] = useAddress()
  const chosen = options.find(({ value }) => value === search.get(name))?.value ?? null
  return (
    <SelectField
      hideLabel
      clearable
      label={label}
      placeholder={placeholder}
      options={options}
      value={chosen}
      onValueChange={(value) => setSearch((before) => withName(before, name, value))}
    />
  )
}
