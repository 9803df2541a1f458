import { logInAdmin } from '@baobab/contract/accounts/admin.ts'
import { CodeOnly } from '@baobab/contract/accounts/forms.ts'
import { accountsAdminText, accountsText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query.ts'
import { deviceField, storeAdminSession, storeDevice } from '../../api/session.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { takePageAfterLogin } from '../../shell/page-after-login.ts'
import { type AuthHandle, pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { LogInForm, type LoginValues } from '../log-in-form.tsx'
import { ContinueOffer } from '../continue-offer.tsx'
import { SuccessRedirect } from '../success-redirect.tsx'
import { useContinueOffer } from '../use-continue-offer.tsx'
import { SecondFactorCodeField } from './reauthentication-form.tsx'
import { adminTabLogins, takeAdminLogin } from './tab-logins.ts'
import { authText } from './text.ts'

export const meta = () => pageMeta(authText.logIn.title)

export const handle = { greeting: authText.greeting } satisfies AuthHandle

type Step =
  | { name: 'password' }
  | { name: 'code'; values: LoginValues }
  | { name: 'done'; username: string; page: string | undefined }

const loadOffer = async () => ({ ContinueOffer, takeLogin: takeAdminLogin })

export default function AdminLogIn() {
  const [step, setStep] = useState<Step>({ name: 'password' })

  async function logIn({ email, password }: LoginValues, code?: string) {
    const body = { email, password, ...(code === undefined ? {} : { code }), ...deviceField() }
    const { authToken, device, adminData } = await callApi(logInAdmin, { body })
    if (!authToken) throw new Error('The login reply has no token.')
    storeDevice(device, 'admin')
    queryClient.clear()
    const { username, role, moreRoles } = adminData
    storeAdminSession({ token: authToken, username, role, moreRoles }, false)
    toast(accountsText.loggedIn)
    setStep({ name: 'done', username, page: takePageAfterLogin('admin') })
  }

  return (
    <div>
      <h1>{authText.logIn.title}</h1>
      {step.name !== 'done' && (
        // Hidden but still mounted during the code step, so that going back shows what was typed.
        <div hidden={step.name === 'code'}>
          <PasswordStep
            logIn={(values) => logIn(values)}
            onCodeNeeded={(values) => setStep({ name: 'code', values })}
          />
        </div>
      )}
      {step.name === 'code' && (
        <CodeForm logIn={(code) => logIn(step.values, code)} onBack={() => setStep({ name: 'password' })} />
      )}
      {step.name === 'done' && (
        <SuccessRedirect to={step.page ?? adminPaths.dashboard} ms={3000} label={authText.logIn.openConsole}>
          {richText(authText.logIn.loggedIn, { username: <b>{step.username}</b> })}
        </SuccessRedirect>
      )}
    </div>
  )
}

type PasswordStepProps = {
  logIn: (values: LoginValues) => Promise<unknown>
  onCodeNeeded: (values: LoginValues) => void
}

/** The first step: a login of another tab, or email and password. */
function PasswordStep({ logIn, onCodeNeeded }: PasswordStepProps) {
  const navigate = useNavigate()
  const offer = useContinueOffer(
    adminTabLogins,
    loadOffer,
    () => void navigate(takePageAfterLogin('admin') ?? adminPaths.dashboard, { replace: true }),
  )

  function askForCode({ code }: ApiError, values: LoginValues): boolean {
    if (code !== 'mfa_required') return false
    onCodeNeeded(values)
    return true
  }

  return (
    <div className="stack">
      {offer}
      <LogInForm failureMessage={accountsText.adminLoginFailed} logIn={logIn} onFailure={askForCode} />
      <p>
        <Link className="auth__link" to={adminPaths.forgotPassword}>
          {authText.logIn.forgotPassword}
        </Link>
      </p>
      <p>
        {richText(authText.logIn.noAccount, {
          register: (
            <Link className="auth__link" to={adminPaths.register}>
              {authText.logIn.register}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}

type CodeFormProps = { logIn: (code: string) => Promise<unknown>; onBack: () => void }

/** The second step of a login: six digits from the authenticator app, or a recovery code. */
function CodeForm({ logIn, onBack }: CodeFormProps) {
  const { field, submit, failure, isSending } = useApiForm({
    schema: CodeOnly,
    defaultValues: { code: '' },
    mode: 'onSubmit',
    send: ({ code }) => logIn(code),
    failureMessage: accountsText.adminLoginFailed,
    needsReply: true,
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <p role="status">{accountsAdminText.secondFactorNeeded}</p>
      <SecondFactorCodeField hint={authText.logIn.codeHint} data-first {...field('code')} />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && authText.logIn.busy}>
        {authText.logIn.button}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {authText.logIn.back}
      </Button>
    </form>
  )
}
