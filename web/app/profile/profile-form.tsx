import { readStudentProfile, ProfileChange, updateProfile, type StudentProfile } from '@baobab/contract/profile.ts'
import { ADDRESS_MAX, SCHOOL_MAX } from '@baobab/contract/limits.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useApiMutation } from '../api/query.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useSubmit } from '../forms/use-submit.ts'

const Editable = ProfileChange.pick({ number: true, address: true, school: true }).required()
const fields = ['number', 'address', 'school'] as const
const longDate = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })

function useProfileForm(profile: StudentProfile) {
  const { username, number, address, school } = profile
  const save = useApiMutation(updateProfile, { changes: [readStudentProfile] })
  const form = useForm({
    // What comes fresh from the server goes in, but never over what is being typed.
    values: { number, address, school: school ?? '' },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    mode: 'onTouched',
    resolver: zodResolver(Editable, undefined, { raw: true }),
  })
  const sending = useSubmit({
    form,
    fields,
    otherwise: profileText.profileFailed,
    send: async (body) => {
      const { message, updatedData } = await save.mutateAsync({ params: { username }, body })
      form.reset({ number: updatedData.number, address: updatedData.address, school: updatedData.school ?? '' })
      toast(message)
    },
  })
  return { form, ...sending }
}

export function ProfileForm({ profile }: { profile: StudentProfile }) {
  const { form, submit, refusal, isSending } = useProfileForm(profile)
  const control = (name: (typeof fields)[number]) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  })
  return (
    <form className="stack stack-6" noValidate onSubmit={(event) => void submit(event)}>
      <div className="kv">
        <TextField label="Username" readOnly value={profile.username} />
        <TextField label="Email" readOnly value={profile.email} />
        <TextField label="Date of Birth" readOnly value={longDate.format(new Date(profile.birth))} />
        <TextField label="Password" readOnly type="password" autoComplete="off" value="••••••••••" />
        <TextField label="Phone Number" type="tel" autoComplete="tel" {...control('number')} />
        <TextField label="Address" autoComplete="street-address" maxLength={ADDRESS_MAX} {...control('address')} />
        <TextField label="School" autoComplete="organization" maxLength={SCHOOL_MAX} {...control('school')} />
      </div>
      <p className="hint">
        Username, email and date of birth are fixed. To change your password, use{' '}
        <Link to={paths.forgotPassword} state={{ email: profile.email }}>
          forgot password
        </Link>
        .
      </p>
      <FormFailureNote failure={refusal} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
