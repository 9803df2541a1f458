import { useId, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Props of every field. `error` is shown as given: the form decides when to validate. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Ids and ARIA attributes that connect a control with its label, hint and error. */
export function useField({
  id,
  hint,
  error,
}: {
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
}) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return {
    hintId,
    errorId,
    control: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  }
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p className="err" id={id}>
      <Icon name="warning-circle" size="sm" />
      {children}
    </p>
  )
}

type FrameProps = FieldProps & { field: ReturnType<typeof useField>; children: ReactNode }

/** Label, control, error and hint, from top to bottom. */
export function FieldFrame({ field, label, hint, error, children }: FrameProps) {
  return (
    <div className={error ? 'field field--bad' : 'field'}>
      <label htmlFor={field.control.id}>{label}</label>
      {children}
      <FieldError id={field.errorId}>{error}</FieldError>
      {hint && (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
