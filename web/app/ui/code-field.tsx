import type { ComponentProps } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'

/** A field for a six-digit code: one input, so that a phone can fill it in and a person can paste it. */
export function CodeField({ label, hint, error, ...input }: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  const field = useField({ id: input.id, hint, error })
  return (
    <FieldFrame field={field} label={label} hint={hint} error={error}>
      <input
        className="input input--code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...input}
        {...field.control}
      />
    </FieldFrame>
  )
}
