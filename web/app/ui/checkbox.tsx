import type { ComponentProps, ReactNode } from 'react'
import { FieldError, useField } from './fields.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, ...input }: Props) {
  const field = useField({ id: input.id, error })
  return (
    <div>
      <label className="check">
        <input type="checkbox" {...input} {...field.control} />
        <span>{label}</span>
      </label>
      <FieldError id={field.errorId}>{error}</FieldError>
    </div>
  )
}
