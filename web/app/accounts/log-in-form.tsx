import type { Login } from '@baobab/contract/accounts/forms.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useEffect, useImperativeHandle, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { useLocation } from 'react-router'
import type * as z from 'zod/mini'
import { findStored } from '../browser/storage.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { sharedText } from './text.ts'
import { takeTypedPassword } from './typed-password.ts'

export type LoginValues = z.input<typeof Login>

type Props = {
  failureMessage: string
  /** Whether students log in, who may use a phone number or a username instead of the email. */
  takesAnyName?: boolean
  logIn: (values: LoginValues) => Promise<unknown>
  /** Returns true for a failure that the page shows itself. */
  onFailure: (error: ApiError, values: LoginValues) => boolean
  /** Set to a function that reads what was typed and may be stored, which excludes the password. */
  readTypedRef?: RefObject<(() => { email: string; rememberMe: boolean }) | undefined>
  /** Fields and links under the password that only students have. */
  renderExtras?: (register: UseFormRegister<LoginValues>) => ReactNode
  /** Shown above the button. */
  children?: ReactNode
}

/** The login form of students and admins: the email, or another name of a student, and the password. */
export function LogInForm({
  failureMessage,
  takesAnyName = false,
  logIn,
  onFailure,
  readTypedRef,
  renderExtras,
  children,
}: Props) {
  const { state } = useLocation()
  const [{ email, password }] = useState(() => {
    const known = getEmailFromState(state)
    return { email: known, password: takeTypedPassword(known) }
  })
  const storageNote = useStorageNote()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts'))[takesAnyName ? 'LoginForm' : 'EmailLoginForm'],
    defaultValues: { email, password, rememberMe: false },
    send: logIn,
    failureMessage,
    needsReply: true,
    onFailure: handleFailure,
  })
  useImperativeHandle(readTypedRef, () => () => {
    const { email: typed, rememberMe = false } = form.getValues()
    return { email: typed, rememberMe }
  })
  function handleFailure(error: ApiError): boolean {
    return onFailure(error, form.getValues())
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {storageNote}
      {takesAnyName ? (
        <TextField
          label={sharedText.logIn.name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
      ) : (
        <TextField label={sharedText.email} type="email" autoComplete="email" {...field('email')} />
      )}
      <PasswordField
        label={sharedText.password}
        autoComplete="current-password"
        data-first={email !== '' || undefined}
        {...field('password')}
      />
      {renderExtras?.(form.register)}
      <FormFailureNote failure={failure} />
      {children}
      <Button type="submit" block busyLabel={isSending && sharedText.logIn.busy}>
        {sharedText.logIn.button}
      </Button>
    </form>
  )
}

/** The email passed by the previous page in the navigation state, or ''. */
export function getEmailFromState(state: unknown): string {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state
  return hasEmail && typeof state.email === 'string' ? state.email : ''
}

/** Loads the note about what the browser does not store, if there is anything to say. */
function useStorageNote(): ReactNode {
  const [loaded, setLoaded] = useState<{ StorageNote: ComponentType }>()
  useEffect(() => {
    if (findStored() !== 'all') import('./storage-note.tsx').then(setLoaded, () => undefined)
  }, [])
  if (!loaded) return null
  const { StorageNote } = loaded
  return <StorageNote />
}
