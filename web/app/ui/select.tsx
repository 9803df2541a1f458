import { useState, type ComponentProps } from 'react'
import { FieldFrame, useField, type FieldProps } from './fields.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly { value: string; label: string }[]
    /** The entry shown if nothing is chosen: "Select". */
    placeholder?: string
  }

export function Select({ label, hint, error, options, placeholder, ...select }: Props) {
  const field = useField({ id: select.id, hint, error })
  return (
    <FieldFrame field={field} label={label} hint={hint} error={error}>
      <select className="input" {...select} {...field.control}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

type FilterProps = Props & { value: string; onChange: NonNullable<Props['onChange']> }

/**
 * A select whose value is in the address, which changes only after the page has loaded its data. Until then it shows what was chosen, so
 * that a second press of an arrow key continues from the first.
 */
export function FilterSelect({ value, onChange, ...select }: FilterProps) {
  const [chosen, setChosen] = useState<string>()
  const [former, setFormer] = useState(value)
  if (former !== value) {
    setFormer(value)
    setChosen(undefined)
  }
  return (
    <Select
      {...select}
      value={chosen ?? value}
      onChange={(event) => {
        setChosen(event.target.value)
        onChange(event)
      }}
      onBlur={() => setChosen(undefined)}
    />
  )
}
