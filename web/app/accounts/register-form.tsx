import { registerStudent, StudentRegistration } from '@baobab/contract/accounts.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import { ADDRESS_MAX, SCHOOL_MAX } from '@baobab/contract/limits.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { callApi } from '../api/call-api.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { BirthNote } from './birth-note.tsx'
import { matchingResolver } from './matching-resolver.ts'
import { PasswordRuleList } from './password-rule-list.tsx'
import { studentPasswordRules } from './password-rules.ts'
import { storeCodeSent, storeVerificationToken } from './pending-verification.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { clearDraft, readDraft, useDraft } from '../forms/use-draft.ts'
import { useSubmit } from '../forms/use-submit.ts'

type Form = z.input<typeof StudentRegistration>
export type Registration = { email: string; isGuardianAsked: boolean }
type Props = { onRegistered: (registration: Registration) => void }

const DRAFT = 'registerDraft'
const kept = ['username', 'email', 'number', 'birth', 'gender', 'guardianEmail', 'address', 'school'] as const
const fields = [...kept, 'password', 'repassword'] as const
const EMPTY = { username: '', email: '', number: '', password: '', repassword: '', birth: '', address: '', school: '' }
const genders = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
]

const resolver = matchingResolver<Form>(
  zodResolver(StudentRegistration, undefined, { raw: true }),
  'password',
  accountsText.passwordsMustMatch,
)

function useRegisterForm({ onRegistered }: Props) {
  const [defaultValues] = useState(() => ({ ...EMPTY, ...readDraft(DRAFT) }))
  const [isGuardianAsked, setGuardianAsked] = useState('guardianEmail' in defaultValues)
  const form = useForm<Form>({
    defaultValues,
    mode: 'onTouched',
    resolver,
  })
  useDraft(form, DRAFT, kept)
  const sending = useSubmit({
    form,
    fields,
    otherwise: accountsText.registrationFailed,
    send: async (body) => {
      const reply = await callApi(registerStudent, { body })
      clearDraft(DRAFT)
      storeCodeSent(reply.email)
      storeVerificationToken(reply.verificationToken)
      onRegistered({ email: reply.email, isGuardianAsked: Boolean(body.guardianEmail) })
    },
    onRefusal: ({ errors }) => {
      // Only the server knows whom it asks for. The field has to be there before the server's words land on it.
      if (errors.some(({ path }) => path === 'guardianEmail')) flushSync(() => setGuardianAsked(true))
      return false
    },
  })
  return { form, isGuardianAsked, ...sending }
}

export function RegisterForm(props: Props) {
  const { form, isGuardianAsked, submit, refusal, isSending } = useRegisterForm(props)
  const [birth, password] = useWatch({ control: form.control, name: ['birth', 'password'] })
  const [now] = useState(() => new Date())
  const { errors } = form.formState
  const control = (name: keyof Form) => ({ ...form.register(name), error: errors[name]?.message })

  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint="5 to 10 characters. Everyone sees this name, so do not use your real one."
        {...control('username')}
      />
      <div className="kv">
        <TextField label="Email" type="email" autoComplete="email" {...control('email')} />
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          placeholder="+2348031234567"
          {...control('number')}
        />
        <TextField
          label="Date of Birth"
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={lagosDate(now)}
          {...control('birth')}
        />
        <Select label="Gender" autoComplete="sex" placeholder="Select" options={genders} {...control('gender')} />
      </div>
      <BirthNote birth={birth} now={now} />
      {isGuardianAsked && (
        <TextField
          label="Parent's or guardian's email"
          type="email"
          autoComplete="off"
          hint="We ask them by mail to agree. You can log in once they have."
          {...form.register('guardianEmail', { setValueAs: (typed: string) => typed || undefined })}
          error={errors.guardianEmail?.message}
        />
      )}
      <TextField label="Address" autoComplete="street-address" maxLength={ADDRESS_MAX} {...control('address')} />
      <TextField label="School (optional)" autoComplete="organization" maxLength={SCHOOL_MAX} {...control('school')} />
      <PasswordField label="Password" autoComplete="new-password" {...control('password')} />
      <PasswordRuleList rules={studentPasswordRules} password={password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...control('repassword')} />
      <FormFailureNote failure={refusal} />
      <Button type="submit" kind="accent" block busyLabel={isSending && 'Signing up...'}>
        Sign Up
      </Button>
      <p className="small muted">
        By signing up you agree to the <Link to={paths.termsFromSignUp}>T&amp;C</Link> and{' '}
        <Link to={paths.privacy}>Privacy Policy</Link>. Under 13? Do this with a parent or guardian.
      </p>
    </form>
  )
}
