import { registerStudent } from '@baobab/contract/accounts/endpoints.ts'
import type { StudentRegistration } from '@baobab/contract/accounts/forms.ts'
import { studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { callApi } from '../api/call-api.ts'
import { prefetchPublicSettings } from '../api/public-settings.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { FormStepButtons, useFormSteps } from '../forms/form-steps.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { type AuthHandle, pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { richText } from '../ui/rich-text.tsx'
import { toast } from '../ui/toast.tsx'
import { toGuardianField } from './address.ts'
import { clearSignIns } from './identity-providers/pending-sign-in.ts'
import { ProviderButtons } from './identity-providers/provider-buttons.tsx'
import { PasswordRuleList } from './password-rule-list.tsx'
import { storeRegistration } from './pending-verification.ts'
import {
  DRAFT_KEY,
  draftFields,
  emptyPerson,
  PersonFields,
  type PersonForm,
  registrationSteps,
  TermsNote,
} from './person-fields.tsx'
import { SuccessRedirect } from './success-redirect.tsx'
import { text } from './text.ts'
import { keepTypedPassword } from './typed-password.ts'
import { useLeaveIfLoggedIn } from './use-leave-if-logged-in.ts'

export function clientLoader() {
  prefetchPublicSettings()
  return null
}

export const meta = () => pageMeta(text.register.title, text.register.metaDescription)

export const handle = { greeting: text.register.greeting } satisfies AuthHandle

/** `email` is the email or phone number that got the code. */
type Registered = { email: string; needsGuardian: boolean }

export default function Register() {
  useLeaveIfLoggedIn()
  const [registered, setRegistered] = useState<Registered>()

  function handleRegistered(result: Registered) {
    toast(accountsText.registered)
    setRegistered(result)
  }

  return (
    <div>
      <h1>{text.register.title}</h1>
      {registered === undefined ? (
        <>
          <RegisterForm onRegistered={handleRegistered} />
          <ProviderButtons />
          <p>
            {richText(text.register.alreadyRegistered, {
              logIn: (
                <Link className="auth__link" to={paths.student.login}>
                  {text.register.logIn}
                </Link>
              ),
            })}
          </p>
          <p>
            {richText(text.register.isParent, {
              register: (
                <Link className="auth__link" to={paths.guardian.register}>
                  {text.register.registerChildren}
                </Link>
              ),
            })}
          </p>
        </>
      ) : (
        <SuccessRedirect to={paths.verifyEmail} label={text.register.enterCode}>
          {richText(registered.needsGuardian ? text.register.codeSentAndGuardianLater : text.register.codeSent, {
            email: <b>{registered.email}</b>,
          })}
        </SuccessRedirect>
      )}
    </div>
  )
}

type RegisterValues = z.input<typeof StudentRegistration>

const emptyForm = { ...emptyPerson, verifyBy: 'email' as const, password: '', repassword: '' }
const registerDraftFields = [...draftFields, 'verifyBy'] as const

/** Builds the form's initial values from a draft. Without its field, an empty email would be invalid. */
const restoreForm = (stored: Record<string, string>) => ({
  ...emptyForm,
  ...stored,
  ...(stored['verifyBy'] === 'sms' && { email: undefined }),
})

function useRegisterForm(onRegistered: (registered: Registered) => void) {
  const [wasGuardianMissing, setGuardianMissing] = useState(false)
  const apiForm = useApiForm<RegisterValues>({
    schema: async () => (await import('./form-schemas.ts')).RegistrationForm,
    repassword: { of: 'password', message: accountsText.passwordsMustMatch },
    draft: { key: DRAFT_KEY, fields: registerDraftFields, restore: restoreForm },
    send: async ({ guardianEmail: guardian, ...rest }) => {
      const body = { ...rest, ...(guardian && toGuardianField(guardian)) }
      const reply = await callApi(registerStudent, { body })
      apiForm.clearDraft()
      const email = reply.email ?? body.number
      storeRegistration({ ...reply, email })
      keepTypedPassword({ email, password: body.password })
      clearSignIns()
      onRegistered({ email, needsGuardian: guardian !== undefined })
    },
    failureMessage: accountsText.registrationFailed,
    onFailure: ({ errors }: ApiError) => {
      // The page may not know yet whether a guardian has to agree. The guardian field must exist before its error is shown.
      const ofGuardian = errors.find(({ path }) => path === 'guardianEmail' || path === 'guardianNumber')
      if (ofGuardian) flushSync(() => setGuardianMissing(true))
      if (ofGuardian?.path !== 'guardianNumber') return false
      apiForm.form.setError('guardianEmail', { message: ofGuardian.message })
      return true
    },
  })
  return { ...apiForm, wasGuardianMissing }
}

function RegisterForm({ onRegistered }: { onRegistered: (registered: Registered) => void }) {
  const { form, field, submit, check, errors, failure, isSending, wasGuardianMissing } = useRegisterForm(onRegistered)
  const steps = useFormSteps({ steps: registrationSteps, errors, check, submit })
  const [password, username] = useWatch({ control: form.control, name: ['password', 'username'] })
  return (
    <form className="stack" noValidate data-step={steps.step} onSubmit={(event) => void steps.handleSubmit(event)}>
      <PersonFields
        personForm={{ form, field } as unknown as PersonForm}
        wasGuardianMissing={wasGuardianMissing}
        allowsNumbers
        steps={steps}
      >
        <PasswordField label={text.password} autoComplete="new-password" {...field('password')} />
        <PasswordRuleList rules={studentPasswordRules} password={password} username={username} />
        <PasswordField label={text.register.confirmPassword} autoComplete="new-password" {...field('repassword')} />
      </PersonFields>
      <FormFailureNote failure={failure} />
      <FormStepButtons steps={steps}>
        <div className="stack">
          <Button type="submit" block busyLabel={isSending && text.register.busy}>
            {text.register.button}
          </Button>
          <TermsNote />
        </div>
      </FormStepButtons>
    </form>
  )
}
