import { registerStudent, StudentRegistration } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { ageAt, ageCategoryAt, isRealDate, lagosDate } from '@baobab/contract/age.ts'
import type { ApiError } from '@baobab/contract/api-error.ts'
import { ADDRESS_MAX, SCHOOL_MAX } from '@baobab/contract/limits.ts'
import { readPublicSettings } from '@baobab/contract/settings.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { callApi } from '../api/call-api.ts'
import { apiQuery, prefetch, queryClient } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { clearDraft, readDraft, useDraft } from '../forms/use-draft.ts'
import { paths } from '../paths.ts'
import type { AuthHandle } from '../shell/auth-handle.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { matchingResolver } from './matching-resolver.ts'
import { PasswordRuleList } from './password-rule-list.tsx'
import { studentPasswordRules } from './password-rules.ts'
import { storeRegistration } from './pending-verification.ts'
import { SuccessRedirect } from './success-redirect.tsx'
import { text } from './text.ts'

export function clientLoader() {
  prefetch(readPublicSettings, {})
  return null
}

export const meta = () => pageMeta(text.register.title, text.register.metaDescription)

export const handle = { greeting: text.register.greeting } satisfies AuthHandle

type Registered = { email: string; isGuardianAsked: boolean }

export default function Register() {
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
          <p>
            {richText(text.register.alreadyRegistered, {
              logIn: (
                <Link className="auth__link" to={paths.student.login}>
                  {text.register.logIn}
                </Link>
              ),
            })}
          </p>
        </>
      ) : (
        <SuccessRedirect to={paths.verifyEmail} label={text.register.enterCode}>
          {richText(registered.isGuardianAsked ? text.register.codeSentAndGuardianAsked : text.register.codeSent, {
            email: <b>{registered.email}</b>,
          })}
        </SuccessRedirect>
      )}
    </div>
  )
}

type RegisterValues = z.input<typeof StudentRegistration>

const DRAFT_KEY = 'registerDraft'
/** Fields that are stored as a draft while the student types. Passwords are never stored. */
const draftFields = ['username', 'email', 'number', 'birth', 'gender', 'guardianEmail', 'address', 'school'] as const
const emptyForm = {
  username: '',
  email: '',
  number: '',
  password: '',
  repassword: '',
  birth: '',
  address: '',
  school: '',
}
const genders = [
  { value: 'female', label: text.register.female },
  { value: 'male', label: text.register.male },
]

const resolver = matchingResolver<RegisterValues>(
  zodResolver(StudentRegistration, undefined, { raw: true }),
  'password',
  accountsText.passwordsMustMatch,
)

function useRegisterForm(onRegistered: (registered: Registered) => void) {
  const [defaultValues] = useState(() => ({ ...emptyForm, ...readDraft(DRAFT_KEY) }))
  const [wasGuardianMissing, setGuardianMissing] = useState(false)
  const apiForm = useApiForm({
    resolver,
    defaultValues,
    send: async (body) => {
      const reply = await callApi(registerStudent, { body })
      clearDraft(DRAFT_KEY)
      storeRegistration(reply)
      onRegistered({ email: reply.email, isGuardianAsked: body.guardianEmail !== undefined })
    },
    failureMessage: accountsText.registrationFailed,
    onFailure: ({ errors }: ApiError) => {
      // The page may not know yet whether a guardian has to agree. The guardian's field must exist before its error is
      // shown.
      if (errors.some(({ path }) => path === 'guardianEmail')) flushSync(() => setGuardianMissing(true))
      return false
    },
  })
  useDraft(apiForm.form, DRAFT_KEY, draftFields)
  return { ...apiForm, wasGuardianMissing }
}

function RegisterForm({ onRegistered }: { onRegistered: (registered: Registered) => void }) {
  const { form, field, submit, failure, isSending, wasGuardianMissing } = useRegisterForm(onRegistered)
  const [birth, password] = useWatch({ control: form.control, name: ['birth', 'password'] })
  const [now] = useState(() => new Date())
  const { data: settings } = useQuery(apiQuery(readPublicSettings, {}), queryClient)
  const isYoung = isRealDate(birth) && ageAt(birth, now) < (settings?.guardianAge ?? 0)

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={text.username}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={text.register.usernameHint}
        {...field('username')}
      />
      <div className="kv">
        <TextField label={text.email} type="email" autoComplete="email" {...field('email')} />
        <TextField
          label={text.register.number}
          type="tel"
          autoComplete="tel"
          placeholder="+2348031234567"
          {...field('number')}
        />
        <TextField
          label={text.register.birth}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={lagosDate(now)}
          {...field('birth')}
        />
        <Select
          label={text.register.gender}
          autoComplete="sex"
          placeholder={text.register.choose}
          options={genders}
          {...field('gender')}
        />
      </div>
      <AgeCategoryNote birth={birth} now={now} />
      {(isYoung || wasGuardianMissing) && (
        <TextField
          label={text.register.guardianEmail}
          type="email"
          autoComplete="off"
          hint={text.register.guardianEmailHint}
          {...field('guardianEmail', {
            setValueAs: (typed: string) => typed || undefined,
            // A field that is hidden again must not keep the form from being sent.
            shouldUnregister: true,
          })}
        />
      )}
      <TextField
        label={text.register.address}
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
        {...field('address')}
      />
      <TextField label={text.register.school} autoComplete="organization" maxLength={SCHOOL_MAX} {...field('school')} />
      <PasswordField label={text.password} autoComplete="new-password" {...field('password')} />
      <PasswordRuleList rules={studentPasswordRules} password={password} />
      <PasswordField label={text.register.confirmPassword} autoComplete="new-password" {...field('repassword')} />
      <FormFailureNote failure={failure} />
      <Button type="submit" kind="accent" block busyLabel={isSending && text.register.busy}>
        {text.register.button}
      </Button>
      <p className="small muted">
        {richText(text.register.terms, {
          terms: <Link to={paths.termsFromSignUp}>{text.register.termsLink}</Link>,
          privacy: <Link to={paths.privacy}>{text.register.privacyLink}</Link>,
        })}
      </p>
    </form>
  )
}

/** Shows which age category a date of birth leads to, before the form is sent. */
function AgeCategoryNote({ birth, now }: { birth: string; now: Date }) {
  if (!isRealDate(birth) || birth > lagosDate(now)) return null
  const category = ageCategoryAt(birth, now)
  if (!category) return <Note kind="warn">{text.register.noCategory}</Note>
  return (
    <Note icon="ranking">{richText(text.register.category(ageAt(birth, now)), { category: <b>{category}</b> })}</Note>
  )
}
