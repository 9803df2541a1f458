import type { ComponentProps, ReactNode } from 'react'
import { FieldError, useField, type FieldProps } from './fields.tsx'

type Option = { value: string; label: ReactNode; detail?: ReactNode; aside?: ReactNode }
type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'children' | 'id'> & {
    name: string
    options: readonly Option[]
    /** Large rows with a detail and an aside (such as a size in MB) instead of plain radio buttons. */
    cards?: boolean
  }

/** A choice of one option. Works with `register`, or with `value` and `onChange`. */
export function RadioGroup({ label, hint, error, options, cards = false, value, ...input }: Props) {
  const field = useField({ hint, error })
  return (
    <fieldset className="stack stack-3" aria-describedby={field.control['aria-describedby']}>
      <legend className="label">{label}</legend>
      {/* Above the options: below many of them it would not be on screen together with the label. */}
      <FieldError id={field.errorId}>{error}</FieldError>
      {options.map((option) => (
        <label key={option.value} className={cards ? 'opt' : 'check'}>
          <input
            type="radio"
            {...input}
            value={option.value}
            {...(value !== undefined && { checked: value === option.value })}
          />
          <span>
            {option.label}
            {option.detail && <small>{option.detail}</small>}
          </span>
          {option.aside && <b className="mb">{option.aside}</b>}
        </label>
      ))}
      {hint && (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
