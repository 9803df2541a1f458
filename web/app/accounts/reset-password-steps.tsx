import type { resetAdminPassword } from '@baobab/contract/accounts/admin.ts'
import { type resetPassword, readPasswordReset } from '@baobab/contract/accounts/endpoints.ts'
import type { PasswordRule } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { callApi } from '../api/call-api.ts'
import type { AccountKind } from '../api/session.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { deviceField, storeDevice } from '../api/session.ts'
import { CodeField } from '../forms/code-field.tsx'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { formatDate } from '../ui/format.ts'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { PasswordRuleList } from './password-rule-list.tsx'
import { storeFoundRegistration } from './pending-verification.ts'
import { SuccessRedirect } from './success-redirect.tsx'
import { sharedText, resetGuardianText as text } from './text.ts'
import { useMailedLink, type MailedLink } from './use-mailed-link.ts'
import { useTextedCode } from './use-texted-code.ts'

type ResetEndpoint = typeof resetPassword | typeof resetAdminPassword
type PageProps = {
  endpoint: ResetEndpoint
  /** Whose password it is. */
  owner: Exclude<AccountKind, 'guardian'>
  rules: readonly PasswordRule[]
  loginPath: string
  forgotPasswordPath: string
  /** Shows the guardian, who can be removed by the reset. */
  GuardianChoice?: ComponentType<GuardianChoiceProps>
}

/** A list takes longer to read than one sentence. */
const LONG_TEXT_MS = 15_000

type Changed = {
  /** Sentences that say what has ended. */
  sentences: readonly string[]
  hasDisconnected: boolean
  waiting: { registration: string; guardianEmail: string } | undefined
}

/** The mailed link, or the phone number that a code was sent to. */
type Reset = MailedLink<'token' | 'email'> | MailedLink<'number'>

/** Lets students and admins set a new password from the mailed link, and students with the code sent to their phone number. */
export function ResetPasswordSteps({ loginPath, forgotPasswordPath, ...props }: PageProps) {
  const mailed = useMailedLink(['token', 'email'])
  const texted = useMailedLink(['number'])
  const link = mailed ?? texted
  const address = mailed?.email ?? texted?.number ?? ''
  const [isInvalid, setInvalid] = useState(false)
  const [changed, setChanged] = useState<Changed>()

  function handleChanged(outcome: Changed) {
    const { waiting } = outcome
    if (waiting) storeFoundRegistration({ email: address, ...waiting })
    else toast(accountsText.resetDone)
    setChanged(outcome)
  }

  if (!link || isInvalid) return <InvalidLink forgotPasswordPath={forgotPasswordPath} />
  if (changed) return <PasswordChanged {...changed} email={address} loginPath={loginPath} />
  return <ResetPasswordForm {...props} link={link} onChanged={handleChanged} onInvalidLink={() => setInvalid(true)} />
}

/** Says what has ended with the old password, and links to the next page: the login, or naming a guardian. */
function PasswordChanged({
  sentences,
  hasDisconnected,
  waiting,
  email,
  loginPath,
}: Changed & { email: string; loginPath: string }) {
  return (
    <SuccessRedirect
      to={waiting ? paths.guardianWait : loginPath}
      state={{ email }}
      label={waiting ? sharedText.resetPassword.nameGuardian : sharedText.resetPassword.logInNow}
      {...(sentences.length > 0 && { ms: LONG_TEXT_MS })}
    >
      <p>{sharedText.resetPassword.changed}</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {hasDisconnected && <p>{sharedText.resetPassword.connectAgain}</p>}
    </SuccessRedirect>
  )
}

/** The link was already used, is too old, or is incomplete. */
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

type FormProps = Pick<PageProps, 'endpoint' | 'owner' | 'rules' | 'GuardianChoice'> & {
  link: Reset
  onChanged: (changed: Changed) => void
  onInvalidLink: () => void
}

function ResetPasswordForm({ endpoint, owner, rules, link, GuardianChoice, onChanged, onInvalidLink }: FormProps) {
  const number = 'number' in link ? link.number : undefined
  const [removeGuardian, setRemoveGuardian] = useState(false)
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => {
      const schemas = await import('./form-schemas.ts')
      return number === undefined ? schemas.mailedPassword[owner] : schemas.codedPassword
    },
    repassword: { of: 'newPassword', message: accountsText.passwordsDiffer },
    defaultValues: { newPassword: '', repassword: '', token: '' },
    send: async (values) => {
      const proof = 'number' in link ? { ...link, token: values.token } : link
      const body = { ...proof, newPassword: values.newPassword, ...deviceField() }
      const reply = await callApi(endpoint, { body: { ...body, ...(removeGuardian && { removeGuardian }) } })
      if (reply.device !== undefined) storeDevice(reply.device, owner)
      const { sentences, providers } = reply.ended
      const waiting = 'waiting' in reply ? reply.waiting : undefined
      onChanged({ sentences, hasDisconnected: providers.length > 0, waiting })
    },
    failureMessage: accountsText.resetError,
    onFailure: handleFailure,
  })
  const password = useWatch({ control: form.control, name: 'newPassword' })
  useTextedCode(number !== undefined, (token) => form.setValue('token', token, { shouldValidate: true }))
  function handleFailure({ code }: ApiError): boolean {
    if (code !== 'token_invalid') return false
    if (number === undefined) onInvalidLink()
    else form.setError('token', { message: sharedText.resetPassword.wrongCode }, { shouldFocus: true })
    return true
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {/* Lets a password manager know which account the password belongs to. */}
      <input
        type="text"
        autoComplete="username"
        value={number ?? ('email' in link ? link.email : '')}
        readOnly
        hidden
      />
      {number !== undefined && (
        <>
          <Note kind="ok">{richText(sharedText.resetPassword.codeTexted, { number: <b>{number}</b> })}</Note>
          <CodeField label={sharedText.resetPassword.code} data-first {...field('token')} />
        </>
      )}
      <PasswordField label={sharedText.newPassword} autoComplete="new-password" {...field('newPassword')} />
      <PasswordRuleList rules={rules} password={password} />
      <PasswordField label={sharedText.confirmNewPassword} autoComplete="new-password" {...field('repassword')} />
      {GuardianChoice && 'token' in link && (
        <GuardianChoice link={link} isRemoved={removeGuardian} onChange={setRemoveGuardian} />
      )}
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && sharedText.resetPassword.busy}>
        {sharedText.resetPassword.button}
      </Button>
    </form>
  )
}

type GuardianChoiceProps = {
  link: { token: string; email: string }
  isRemoved: boolean
  onChange: (isRemoved: boolean) => void
}

/**
 * Shows the guardian of the account whose password is being reset, and offers to remove them: a stranger may have registered the account
 * and named another stranger, whose link could close it. Shows nothing if there is no guardian.
 */
export function ResetGuardianChoice({ link, isRemoved, onChange }: GuardianChoiceProps) {
  const request = useQuery({ ...apiQuery(readPasswordReset, { body: link }), refetchOnWindowFocus: false }, queryClient)
  if (request.isPending) return <RowsSkeleton rows={1} />
  if (request.isError) {
    // The form reports this itself when it is sent.
    if (request.error instanceof ApiError && request.error.status === 400) return null
    return (
      <InlineFailure
        message={`${text.failed} ${errorMessage(request.error)}`}
        isRetrying={request.isFetching}
        onRetry={() => void request.refetch()}
      />
    )
  }
  const { guardians } = request.data
  if (guardians.length === 0) return null
  return (
    <Note kind="warn">
      {guardians.map(({ email, agreedAt }) => (
        <p key={email}>
          {richText(agreedAt === null ? text.asked : text.agreed(formatDate(new Date(agreedAt))), {
            guardian: <b>{email}</b>,
          })}
        </p>
      ))}
      <Checkbox
        label={text.remove(guardians.length)}
        checked={isRemoved}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isRemoved && <p className="small">{text.effect}</p>}
    </Note>
  )
}
