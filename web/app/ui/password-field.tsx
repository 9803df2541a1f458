import { useState, type ComponentProps } from 'react'
import { FieldFrame, useField, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { text } from './text.ts'

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
