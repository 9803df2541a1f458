import { ADDRESS_MAX, SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { readStudentProfile, updateProfile, type StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/light/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { richText } from '../ui/rich-text.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

const birthFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })

const toFormValues = ({ number, address, school }: StudentProfile) => ({ number, address, school: school ?? '' })

export function ProfileForm({ profile }: { profile: StudentProfile }) {
  const { username, email, birth } = profile
  const saving = useApiMutation(updateProfile, { changes: [readStudentProfile] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/profile/endpoints.ts')).EditableProfile,
    values: toFormValues(profile),
    send: async (body) => {
      const { message, updatedData } = await saving.mutateAsync({ params: { username }, body })
      form.reset(toFormValues(updatedData), body)
      toast(message)
    },
    failureMessage: profileText.profileFailed,
  })

  return (
    <form className="stack stack-6" noValidate onSubmit={(event) => void submit(event)}>
      <div className="kv">
        <TextField label={text.username} readOnly value={username} />
        <TextField label={text.email} readOnly value={email} />
        <TextField label={text.birth} readOnly value={birthFormat.format(new Date(birth))} />
        <TextField label={text.password} readOnly type="password" autoComplete="off" value="••••••••••" />
        <TextField label={text.number} type="tel" autoComplete="tel" {...field('number')} />
        <TextField label={text.address} autoComplete="street-address" maxLength={ADDRESS_MAX} {...field('address')} />
        <TextField label={text.school} autoComplete="organization" maxLength={SCHOOL_MAX} {...field('school')} />
      </div>
      <p className="hint">
        {richText(text.fixedFields, {
          methods: <a href="#sign-in-methods">{text.methods}</a>,
        })}
      </p>
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
