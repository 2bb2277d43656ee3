interface ChoiceProps {
  /** Of the group: one of each is chosen. */
  name: string
  title: string
  /** What choosing it means. */
  text: string
  checked: boolean
  onChoose: () => void
}

/** A choice of a few options, each with its own sentence. */
export function Choice({ name, title, text, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-lg border border-line p-4 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-[0.8125rem] text-ink-soft text-pretty">{text}</span>
      </span>
    </label>
  )
}
