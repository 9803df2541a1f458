type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** `pills`: separate buttons that scroll sideways, for filters with long names. */
  look?: 'seg' | 'pills'
}

export function Segmented<Value extends string>({ label, options, value, onChange, look = 'seg' }: Props<Value>) {
  return (
    <div className={look} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
