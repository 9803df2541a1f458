import type { ComponentProps } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

/** Accepts all props of an input, such as those of `register('email')`. */
export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const field = useField({ id: input.id, hint, error })
  return (
    <FieldFrame field={field} label={label} hint={hint} error={error}>
      <input className="input" {...input} {...field.control} />
    </FieldFrame>
  )
}

export function TextArea({ label, hint, error, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const field = useField({ id: area.id, hint, error })
  return (
    <FieldFrame field={field} label={label} hint={hint} error={error}>
      <textarea className="input" {...area} {...field.control} />
    </FieldFrame>
  )
}
