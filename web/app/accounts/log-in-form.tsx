import { Login } from '@baobab/contract/accounts.ts'
import type { ApiError } from '@baobab/contract/api-error.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState, type ReactNode } from 'react'
import { useForm, type UseFormRegister } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { getEmailFromState } from './email-from-state.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useSubmit } from '../forms/use-submit.ts'

export type LoginValues = z.input<typeof Login>

type Props = {
  otherwise: string
  logIn: (values: LoginValues) => Promise<unknown>
  onRefusal?: (error: ApiError, values: LoginValues) => boolean
  /** Under the password: what only students have. */
  extras?: (register: UseFormRegister<LoginValues>) => ReactNode
  /** Above the button: what the page has to say. */
  children?: ReactNode
}

const fields = ['email', 'password'] as const

/** Email and password, for both kinds of login. */
export function LogInForm({ otherwise, logIn, onRefusal, extras, children }: Props) {
  const { state } = useLocation()
  const [email] = useState(() => getEmailFromState(state))
  const form = useForm<LoginValues>({
    defaultValues: { email, password: '', rememberMe: false },
    mode: 'onTouched',
    resolver: zodResolver(Login, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields,
    otherwise,
    send: logIn,
    onRefusal: (error) => onRefusal?.(error, form.getValues()) ?? false,
  })
  const { errors } = form.formState

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        {...form.register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...form.register('password')}
        error={errors.password?.message}
      />
      {extras?.(form.register)}
      <FormFailureNote failure={refusal} />
      {children}
      <Button type="submit" block busyLabel={isSending && 'Logging in...'}>
        Login
      </Button>
    </form>
  )
}
