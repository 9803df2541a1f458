import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { findSetupCode } from '@baobab/contract/accounts/codes.ts'
import { AdminRegistration } from '@baobab/contract/accounts/forms.ts'
import { adminPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { accountsAdminText, accountsText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { cleanEmail } from '@baobab/contract/kernel/text.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { callApi } from '../../api/call-api.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type AuthHandle, pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { PasswordRuleList } from '../password-rule-list.tsx'
import { SuccessRedirect } from '../success-redirect.tsx'
import { useMailedLink, type MailedLink } from '../use-mailed-link.ts'
import { authText } from './text.ts'

export const meta = () => [...pageMeta(authText.register.title), { name: 'referrer', content: 'no-referrer' }]

export const handle = { greeting: authText.greeting } satisfies AuthHandle

type InvitationLink = MailedLink<'invitation' | 'email'>

type Step = { name: 'form' } | { name: 'closed' } | { name: 'done'; email: string }

export default function AdminRegister() {
  const invitation = useMailedLink(['invitation', 'email'])
  const [step, setStep] = useState<Step>({ name: 'form' })

  function handleRegistered(email: string) {
    toast(accountsText.registered)
    setStep({ name: 'done', email })
  }

  return (
    <div>
      <h1>{authText.register.title}</h1>
      {step.name === 'form' && (
        <AdminRegisterForm
          invitation={invitation}
          onRegistered={handleRegistered}
          onClosed={() => setStep({ name: 'closed' })}
        />
      )}
      {step.name === 'closed' && (
        <Note kind="warn" icon="lock-simple" role="alert">
          <p>
            <b>{accountsAdminText.adminByInvitation}</b>
          </p>
          <p>{invitation ? authText.register.invitationInvalid : authText.register.askAnAdmin}</p>
        </Note>
      )}
      {step.name === 'done' ? (
        <SuccessRedirect to={adminPaths.login} state={{ email: step.email }} label={authText.register.logInNow}>
          {richText(authText.register.registered, { email: <b>{step.email}</b> })}
        </SuccessRedirect>
      ) : (
        <p>
          {richText(authText.register.alreadyRegistered, {
            logIn: (
              <Link className="auth__link" to={adminPaths.login}>
                {authText.register.logIn}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}

type Props = {
  /** The invitation from the mailed link, valid only for the email it was sent to. */
  invitation: InvitationLink | undefined
  onRegistered: (email: string) => void
  /** Called if an admin already exists, so that registering another requires an invitation. */
  onClosed: () => void
}

function AdminRegisterForm({ invitation, onRegistered, onClosed }: Props) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: AdminRegistration,
    defaultValues: { username: '', email: '', password: '', ...invitation },
    send: async (body) => {
      await callApi(registerAdmin, { body })
      onRegistered(cleanEmail(body.email))
    },
    onFailure: handleFailure,
  })
  const password = useWatch({ control: form.control, name: 'password' })

  function handleFailure({ code }: ApiError): boolean {
    if (code === 'invitation_needed') onClosed()
    else if (code === 'setup_code_needed' && !isCodeAsked) {
      flushSync(() => setCodeAsked(true))
      form.setFocus('setupCode')
    } else return false
    return true
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={authText.username}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={authText.register.usernameHint}
        {...field('username')}
      />
      <TextField
        label={authText.email}
        type="email"
        autoComplete="email"
        readOnly={invitation !== undefined}
        hint={invitation && authText.register.emailHint}
        {...field('email')}
      />
      <PasswordField label={authText.password} autoComplete="new-password" {...field('password')} />
      <PasswordRuleList rules={adminPasswordRules} password={password} />
      {isCodeAsked && (
        <CodeField
          label={authText.register.setupCode}
          autoComplete="off"
          find={findSetupCode}
          hint={accountsAdminText.setupCodeNeeded}
          {...field('setupCode')}
        />
      )}
      <FormFailureNote failure={failure} />
      <Button type="submit" kind="accent" block busyLabel={isSending && authText.register.busy}>
        {authText.register.button}
      </Button>
    </form>
  )
}
