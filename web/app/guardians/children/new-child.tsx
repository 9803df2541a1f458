import { lagosDate, SCHOOL_MAX, studentPasswordRules } from '@baobab/contract/accounts/rules.ts'
import { accountsText } from '@baobab/contract/accounts/text.ts'
import { addChild, listChildren } from '@baobab/contract/guardians/children.ts'
import type { ChildRegistration } from '@baobab/contract/guardians/children-forms.ts'
import { defaultAvatar } from '@baobab/contract/profile/text.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { AvatarChoice } from '../../accounts/avatar-choice.tsx'
import { PasswordRuleList } from '../../accounts/password-rule-list.tsx'
import { useApiMutation } from '../../api/query.ts'
import { serverDate } from '../../api/server-time.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { childPaths } from './paths.ts'
import { text } from './text.ts'

export const meta = () => pageMeta(text.add.title)

type Values = z.input<typeof ChildRegistration>

const changes = [listChildren]
const genders = [
  { value: 'female', label: text.add.female },
  { value: 'male', label: text.add.male },
]

function useChildRegistration() {
  const navigate = useNavigate()
  const adding = useApiMutation(addChild, { changes })
  return useApiForm<Values>({
    schema: async () => (await import('@baobab/contract/guardians/children-forms.ts')).ChildRegistration,
    repassword: { of: 'password', message: accountsText.passwordsMustMatch },
    defaultValues: { username: '', password: '', repassword: '', birth: '', school: '' },
    send: async (body) => {
      const { message } = await adding.mutateAsync({ body })
      toast(message)
      await navigate(childPaths.list)
    },
    failureMessage: text.add.failed,
  })
}

type Form = ReturnType<typeof useChildRegistration>

/** Asks for what a child's account needs, and for the guardian's consent. */
export default function NewChild() {
  const apiForm = useChildRegistration()
  const { submit, failure, isSending, field } = apiForm
  return (
    <>
      <PageHead title={text.add.title} lead={text.add.lead} />
      <Card>
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <LoginFields {...apiForm} />
          <PersonFields {...apiForm} />
          <section className="stack stack-3" aria-labelledby="consent">
            <h2 className="h-20" id="consent">
              {text.add.consent}
            </h2>
            <p>{text.add.consentText}</p>
            <Checkbox label={text.add.agrees} {...field('agrees')} />
          </section>
          <FormFailureNote failure={failure} />
          <div className="row">
            <Button type="submit" busyLabel={isSending && text.add.busy}>
              {text.add.button}
            </Button>
            <Link className="lnk" to={childPaths.list}>
              {text.child.back}
            </Link>
          </div>
        </form>
      </Card>
    </>
  )
}

function LoginFields({ form, field }: Form) {
  const [password, username] = useWatch({ control: form.control, name: ['password', 'username'] })
  return (
    <>
      <TextField
        label={text.add.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={text.add.usernameHint}
        {...field('username')}
      />
      <PasswordField label={text.add.password} autoComplete="new-password" {...field('password')} />
      <PasswordRuleList rules={studentPasswordRules} password={password} username={username} />
      <PasswordField label={text.add.repeat} autoComplete="new-password" {...field('repassword')} />
    </>
  )
}

function PersonFields({ form, field }: Form) {
  const [username, chosen] = useWatch({ control: form.control, name: ['username', 'avatar'] })
  const avatar = chosen ?? defaultAvatar(username)
  const [now] = useState(serverDate)
  return (
    <>
      <TextField
        label={text.add.birth}
        type="date"
        autoComplete="off"
        min="1900-01-01"
        max={lagosDate(now)}
        {...field('birth')}
      />
      <Select label={text.add.gender} placeholder={text.add.choose} options={genders} {...field('gender')} />
      <TextField label={text.add.school} autoComplete="off" maxLength={SCHOOL_MAX} {...field('school')} />
      <details className="avatars-more">
        <summary>
          <Avatar name={username} avatar={avatar} />
          <span>
            {text.add.picture} <span className="lnk">{text.add.choosePicture}</span>
          </span>
        </summary>
        <AvatarChoice
          label={text.add.picture}
          value={avatar}
          onChange={(next) => form.setValue('avatar', next, { shouldDirty: true })}
        />
      </details>
    </>
  )
}
