/** Several of a few words, each on or off. */
export function Choices<T extends string>({
  legend,
  options,
  value,
  onValueChange,
}: {
  legend: string
  options: readonly { value: T; label: string }[]
  value: readonly T[]
  onValueChange: (value: T[]) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-6 items-center gap-2 max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-accent max-md:size-5"
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onValueChange(
                  options
                    .map((one) => one.value)
                    .filter((one) => (one === option.value ? target.checked : value.includes(one))),
                )
              }
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
