import { AdminRegistration, registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { callApi } from '../../api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PasswordRuleList } from '../password-rule-list.tsx'
import { adminPasswordRules } from '../password-rules.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useSubmit } from '../../forms/use-submit.ts'

type Form = z.input<typeof AdminRegistration>
const fields = ['username', 'email', 'password', 'setupCode'] as const

type Props = {
  /** From the link of an invitation, which is for one email alone. */
  invited: { invitation: string; email: string } | undefined
  onRegistered: (email: string) => void
  /** There is an admin already: only an invitation opens the door. */
  onClosed: () => void
}

export function AdminRegisterForm({ invited, onRegistered, onClosed }: Props) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm<Form>({
    defaultValues: { username: '', email: '', password: '', ...invited },
    mode: 'onTouched',
    resolver: zodResolver(AdminRegistration, undefined, { raw: true }),
  })
  const { submit, refusal, isSending } = useSubmit({
    form,
    fields,
    otherwise: commonText.somethingWentWrong,
    send: async (body) => {
      await callApi(registerAdmin, { body })
      onRegistered(body.email.trim())
    },
    onRefusal: ({ code }) => {
      if (code === 'invitation_needed') onClosed()
      else if (code === 'setup_code_needed' && !isCodeAsked) askForCode()
      else return false
      return true
    },
  })
  function askForCode() {
    flushSync(() => setCodeAsked(true))
    form.setFocus('setupCode')
  }
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  const control = (name: keyof Form) => ({ ...form.register(name), error: errors[name]?.message })

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint="5 to 30 characters."
        {...control('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        readOnly={invited !== undefined}
        hint={invited && 'The invitation is for this email.'}
        {...control('email')}
      />
      <PasswordField label="Password" autoComplete="new-password" {...control('password')} />
      <PasswordRuleList rules={adminPasswordRules} password={password} />
      {isCodeAsked && (
        <TextField
          label="Setup code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={accountsText.setupCodeNeeded}
          {...control('setupCode')}
        />
      )}
      <FormFailureNote failure={refusal} />
      <Button type="submit" kind="accent" block busyLabel={isSending && 'Registering...'}>
        Register
      </Button>
    </form>
  )
}
