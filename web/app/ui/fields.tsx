import { useId, type ReactNode, type ComponentProps, useState } from 'react'
import { Icon } from './icon.tsx'
import { text } from './text.ts'

/** Props that every field has. `error` is shown as given: the form decides when to validate. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Ids and ARIA attributes that connect a control to its label, hint and error. */
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

/** Accepts all props of an input, such as those from `register('email')`. */
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

type Props = FieldProps & Omit<ComponentProps<'input'>, 'type'> & { label: string }

export function PasswordField({ label, hint, error, ...input }: Props) {
  const [isShown, setShown] = useState(false)
  const field = useField({ id: input.id, hint, error })
  return (
    <FieldFrame field={field} label={label} hint={hint} error={error}>
      <div className="with-btn">
        <input
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...field.control}
          type={isShown ? 'text' : 'password'}
        />
        <button
          type="button"
          aria-label={(isShown ? text.hide : text.show)(label.toLowerCase())}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-slash' : 'eye'} />
        </button>
      </div>
    </FieldFrame>
  )
}
