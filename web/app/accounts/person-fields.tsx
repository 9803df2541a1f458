import {
  ageAt,
  ageCategoryAt,
  isRealDate,
  lagosDate,
  ADDRESS_MAX,
  SCHOOL_MAX,
} from '@baobab/contract/accounts/rules.ts'
import { defaultAvatar, type Avatar } from '@baobab/contract/profile/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { publicSettingsQuery } from '../api/public-settings.ts'
import { queryClient } from '../api/query.ts'
import { serverDate } from '../api/server-time.ts'
import { FormStep } from '../forms/form-steps.tsx'
import type { useApiForm } from '../forms/use-api-form.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { Avatar as AvatarShown } from '../ui/avatar.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Select } from '../ui/select.tsx'
import { AvatarChoice } from './avatar-choice.tsx'
import { text } from './text.ts'

type PersonValues = {
  username: string
  email: string
  number: string
  birth: string
  gender: 'male' | 'female'
  address: string
  school?: string | undefined
  avatar?: Avatar | undefined
  guardianEmail?: string | undefined
  verifyBy?: 'email' | 'sms' | undefined
}
/** The form of either page. Only these fields matter here. */
export type PersonForm = Pick<ReturnType<typeof useApiForm<PersonValues>>, 'form' | 'field'>

/** Fields that are stored as a draft while the student types. Passwords are never stored. */
export const draftFields = [
  'username',
  'email',
  'number',
  'birth',
  'gender',
  'guardianEmail',
  'address',
  'school',
  'avatar',
] as const

/** The draft's key, shared by registration and the form after a first sign-in. */
export const DRAFT_KEY = 'registerDraft'

export const emptyPerson = { username: '', email: '', number: '', birth: '', address: '', school: '' }

const codeWays = [
  { value: 'email', label: text.register.byEmail },
  { value: 'sms', label: text.register.byText },
]

const genders = [
  { value: 'female', label: text.register.female },
  { value: 'male', label: text.register.male },
]

type Props = {
  personForm: PersonForm
  emailHint?: string
  /** Whether the server asked for a guardian because the page did not know that one is needed. */
  wasGuardianMissing: boolean
  /** Whether a phone number may take the place of an email. */
  allowsNumbers?: boolean
  /** The password fields, if a password is chosen. */
  children?: ReactNode
}

/** The fields of each step. Wide screens show all steps. */
export const registrationSteps = [
  ['username', 'birth', 'password', 'repassword'],
  ['email', 'number', 'verifyBy', 'guardianEmail'],
  ['address', 'gender', 'school', 'avatar'],
] as const

/** Who the student is. `children` are fields of the same step. */
function WhoFields({ personForm: { form, field }, children }: Pick<Props, 'personForm' | 'children'>) {
  const birth = useWatch({ control: form.control, name: 'birth' })
  const [now] = useState(serverDate)
  return (
    <>
      <TextField
        label={text.username}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        hint={text.register.usernameHint}
        data-first
        {...field('username')}
      />
      <TextField
        label={text.register.birth}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={lagosDate(now)}
        {...field('birth')}
      />
      <AgeCategoryNote birth={birth} now={now} />
      {children}
    </>
  )
}

/** How to reach the student, and the guardian of a young one. */
function ContactFields({ personForm: { form, field }, emailHint, wasGuardianMissing, allowsNumbers }: Props) {
  const [birth, verifyBy] = useWatch({ control: form.control, name: ['birth', 'verifyBy'] })
  const [now] = useState(serverDate)
  const { data: settings } = useQuery(publicSettingsQuery, queryClient)
  const isYoung = isRealDate(birth) && ageAt(birth, now) < (settings?.guardianAge ?? 0)
  const takesNumbers = allowsNumbers && settings?.verifyBySms
  const bySms = takesNumbers && verifyBy === 'sms'
  return (
    <>
      <div className="kv">
        {!bySms && (
          <TextField
            label={text.email}
            type="email"
            autoComplete="email"
            hint={emailHint}
            {...field('email', { shouldUnregister: true })}
          />
        )}
        <TextField
          label={text.register.number}
          type="tel"
          autoComplete="tel"
          placeholder="+2348031234567"
          {...field('number')}
        />
      </div>
      {takesNumbers && <RadioGroup label={text.register.codeWay} options={codeWays} {...field('verifyBy')} />}
      {(isYoung || wasGuardianMissing) && (
        <TextField
          label={takesNumbers ? text.guardianAddress : text.guardianEmail}
          type={takesNumbers ? 'text' : 'email'}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          hint={text.register.guardianEmailHint}
          {...field('guardianEmail', {
            setValueAs: (typed: string) => typed || undefined,
            // A field that has been hidden again must not block the form.
            shouldUnregister: true,
          })}
        />
      )}
    </>
  )
}

/** Everything else. */
function DetailFields({ personForm: { form, field } }: Pick<Props, 'personForm'>) {
  return (
    <>
      <TextField
        label={text.register.address}
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
        {...field('address')}
      />
      <Select
        label={text.register.gender}
        autoComplete="sex"
        placeholder={text.register.choose}
        options={genders}
        {...field('gender')}
      />
      <TextField label={text.register.school} autoComplete="organization" maxLength={SCHOOL_MAX} {...field('school')} />
      <ChooseAvatar form={form} />
    </>
  )
}

/** The fields that every student fills in, at registration or after a first sign-in with a provider, in three steps. */
export function PersonFields({ steps, ...props }: Props & { steps: ComponentProps<typeof FormStep>['steps'] }) {
  const [who, contact, details] = text.register.steps
  return (
    <>
      <FormStep steps={steps} at={0} title={who}>
        <WhoFields {...props} />
      </FormStep>
      <FormStep steps={steps} at={1} title={contact}>
        <ContactFields {...props} />
      </FormStep>
      <FormStep steps={steps} at={2} title={details}>
        <DetailFields {...props} />
      </FormStep>
    </>
  )
}

/** Shows the drawn picture that the account starts with, and lets the student choose another. */
function ChooseAvatar({ form }: Pick<PersonForm, 'form'>) {
  const [username, chosen] = useWatch({ control: form.control, name: ['username', 'avatar'] })
  const avatar = chosen ?? defaultAvatar(username)
  return (
    <details className="avatars-more">
      <summary>
        <AvatarShown name={username} avatar={avatar} />
        <span>
          {text.register.yourAvatar} <span className="lnk">{text.register.chooseAvatar}</span>
        </span>
      </summary>
      <AvatarChoice
        label={text.register.avatar}
        value={avatar}
        onChange={(next) => form.setValue('avatar', next, { shouldDirty: true })}
      />
    </details>
  )
}

/** Shows the age category for a date of birth before the form is sent. */
function AgeCategoryNote({ birth, now }: { birth: string; now: Date }) {
  if (!isRealDate(birth) || birth > lagosDate(now)) return null
  const category = ageCategoryAt(birth, now)
  if (!category) return <Note kind="warn">{text.register.noCategory}</Note>
  return (
    <Note icon="ranking">
      {richText(text.register.category(ageAt(birth, now)), {
        category: <b>{category.replace('-', '\u00A0to\u00A0')}</b>,
      })}
    </Note>
  )
}

/** What a student agrees to when signing up. */
export function TermsNote() {
  return (
    <p className="small muted">
      {richText(text.register.terms, {
        terms: <PageLink to={paths.termsFromSignUp}>{text.register.termsLink}</PageLink>,
        privacy: <PageLink to={paths.privacy}>{text.register.privacyLink}</PageLink>,
      })}
    </p>
  )
}
