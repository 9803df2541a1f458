import type { ComponentProps } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly { value: string; label: string }[]
    /** The entry shown while nothing is chosen: "Select". */
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
