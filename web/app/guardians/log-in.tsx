import { accountsText } from '@baobab/contract/accounts/text.ts'
import { logInGuardian } from '@baobab/contract/guardians/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query.ts'
import { deviceField, storeDevice, storeGuardianSession } from '../api/session.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { takePageAfterLogin } from '../shell/page-after-login.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { AddressField, useKnownAddress } from './address.tsx'
import { childPaths } from './children/paths.ts'
import { text } from './text.ts'
import { useLeaveIfGuardian } from './use-leave-if-guardian.ts'

export const meta = () => pageMeta(text.logIn.title)

export const handle = { greeting: text.logIn.greeting } satisfies AuthHandle

/** A parent or guardian logs in with an email or a phone number. */
export default function LogInGuardian() {
  useLeaveIfGuardian()
  return (
    <div>
      <h1>{text.logIn.title}</h1>
      <LogInForm />
      <p>
        {richText(text.logIn.newHere, {
          signUp: (
            <Link className="auth__link" to={paths.guardian.register}>
              {text.logIn.signUp}
            </Link>
          ),
        })}
      </p>
      <p>
        {richText(text.logIn.isChild, {
          logIn: (
            <Link className="auth__link" to={paths.student.login}>
              {text.logIn.studentLogin}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}

function LogInForm() {
  const navigate = useNavigate()
  const known = useKnownAddress()
  const [unverified, setUnverified] = useState<{ address: string; registration: string | undefined }>()
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('./form-schemas.ts')).LogIn,
    defaultValues: { address: known.address, password: '' },
    send: async ({ address, password }) => {
      setUnverified(undefined)
      const reply = await callApi(logInGuardian, { body: { email: address, password, ...deviceField() } })
      storeDevice(reply.device, 'guardian')
      // Removes data loaded for an earlier user of this browser.
      queryClient.clear()
      storeGuardianSession({ token: reply.authToken, username: reply.guardian.name })
      await navigate(takePageAfterLogin('guardian') ?? childPaths.list, { replace: true })
    },
    failureMessage: text.logIn.failed,
    needsReply: true,
    onFailure: ({ code, registration }: ApiError) => {
      if (code !== 'email_unverified') return false
      setUnverified({ address: form.getValues('address'), registration })
      return true
    },
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <AddressField {...field('address')} />
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        data-first={known.address !== '' || undefined}
        {...field('password')}
      />
      <p>
        <Link className="auth__link" to={paths.guardian.forgotPassword}>
          {text.logIn.forgot}
        </Link>
      </p>
      {unverified && (
        <Note kind="bad" role="alert">
          <p>{accountsText.verifyEmailFirst}</p>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.guardian.verify} state={unverified}>
            {text.logIn.enterCode}
          </Link>
        </Note>
      )}
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.logIn.busy}>
        {text.logIn.button}
      </Button>
    </form>
  )
}
