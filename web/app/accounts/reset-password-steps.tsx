import type { resetPassword } from '@baobab/contract/accounts.ts'
import type { resetAdminPassword } from '@baobab/contract/accounts-admin.ts'
import { providerNames, type IdentityProvider } from '@baobab/contract/identity-provider-names.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { ApiError } from '@baobab/contract/api-error.ts'
import type { PasswordRule } from '@baobab/contract/password-rules.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { deviceField, storeDevice } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { resolverOnDemand } from '../forms/resolver-on-demand.ts'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import { matchingResolver } from './matching-resolver.ts'
import { PasswordRuleList } from './password-rule-list.tsx'
import { SuccessRedirect } from './success-redirect.tsx'
import { sharedText } from './shared-text.ts'
import { useMailedLink, type MailedLink } from './use-mailed-link.ts'

type ResetEndpoint = typeof resetPassword | typeof resetAdminPassword
type PageProps = {
  endpoint: ResetEndpoint
  /** Whose password it is. */
  owner: 'student' | 'admin'
  rules: readonly PasswordRule[]
  loginPath: string
  forgotPasswordPath: string
}

/** Two sentences take longer to read than one. */
const LONG_TEXT_MS = 8_000

/** Sets a new password by the mailed link that opened the page, for students and admins. */
export function ResetPasswordSteps({ endpoint, owner, rules, loginPath, forgotPasswordPath }: PageProps) {
  const link = useMailedLink(['token', 'email'])
  const [step, setStep] = useState<'form' | 'invalid' | 'done'>('form')
  const [disconnected, setDisconnected] = useState<readonly IdentityProvider[]>([])

  function handleChanged(providers: readonly IdentityProvider[]) {
    toast(accountsText.resetDone)
    setDisconnected(providers)
    setStep('done')
  }

  if (!link || step === 'invalid') return <InvalidLink forgotPasswordPath={forgotPasswordPath} />
  if (step === 'done') {
    return (
      <SuccessRedirect
        to={loginPath}
        state={{ email: link.email }}
        label={sharedText.resetPassword.logInNow}
        {...(disconnected.length > 0 && { ms: LONG_TEXT_MS })}
      >
        {sharedText.resetPassword.changed}
        {disconnected.length > 0 && (
          <p>{sharedText.resetPassword.disconnected(disconnected.map((provider) => providerNames[provider]))}</p>
        )}
      </SuccessRedirect>
    )
  }
  return (
    <ResetPasswordForm
      endpoint={endpoint}
      owner={owner}
      rules={rules}
      link={link}
      onChanged={handleChanged}
      onInvalidLink={() => setStep('invalid')}
    />
  )
}

/** The link was used, is too old, or is not complete. */
function InvalidLink({ forgotPasswordPath }: { forgotPasswordPath: string }) {
  return (
    <>
      <Note kind="bad" role="alert">
        <p>
          <b>{accountsText.tokenInvalid}</b>
        </p>
        <p>{sharedText.resetPassword.invalidLinkHelp}</p>
      </Note>
      <Link className={buttonClass({ block: true })} to={forgotPasswordPath}>
        {sharedText.resetPassword.askForNewLink}
      </Link>
    </>
  )
}

type FormProps = {
  endpoint: ResetEndpoint
  owner: 'student' | 'admin'
  rules: readonly PasswordRule[]
  link: MailedLink<'token' | 'email'>
  onChanged: (disconnected: readonly IdentityProvider[]) => void
  onInvalidLink: () => void
}

function ResetPasswordForm({ endpoint, owner, rules, link, onChanged, onInvalidLink }: FormProps) {
  const [resolver] = useState(() => createResolver(owner))
  const { form, field, submit, failure, isSending } = useApiForm({
    resolver,
    defaultValues: { newPassword: '', repassword: '' },
    send: async (values) => {
      const body = { ...link, newPassword: values.newPassword, ...deviceField() }
      const reply = await callApi(endpoint, { body })
      if (reply.device !== undefined) storeDevice(reply.device)
      onChanged('disconnected' in reply ? reply.disconnected : [])
    },
    failureMessage: accountsText.resetError,
    onFailure: handleFailure,
  })
  const password = useWatch({ control: form.control, name: 'newPassword' })
  function handleFailure({ code }: ApiError): boolean {
    if (code !== 'token_invalid') return false
    onInvalidLink()
    return true
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {/* Lets a password manager know which account the password belongs to. */}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField label={sharedText.newPassword} autoComplete="new-password" {...field('newPassword')} />
      <PasswordRuleList rules={rules} password={password} />
      <PasswordField label={sharedText.confirmNewPassword} autoComplete="new-password" {...field('repassword')} />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && sharedText.resetPassword.busy}>
        {sharedText.resetPassword.button}
      </Button>
    </form>
  )
}

function createResolver(owner: 'student' | 'admin') {
  const resolver = resolverOnDemand(async () => (await import('./form-schemas.ts')).newPassword[owner], { isRaw: true })
  return matchingResolver(resolver, 'newPassword', accountsText.passwordsDiffer)
}
