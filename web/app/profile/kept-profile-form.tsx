import { SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import { childrenText } from '@baobab/contract/guardians/children-text.ts'
import { readStudentProfile, updateProfile, type StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/light/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

const changes = [readStudentProfile]

/**
 * The profile of a child whose guardian keeps the account: without the fields that only a student's own account has.
 * @param props.birth the date of birth as it is shown
 */
export function KeptProfileForm({ profile: { username, school }, birth }: { profile: StudentProfile; birth: string }) {
  const saving = useApiMutation(updateProfile, { changes })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: async () => (await import('@baobab/contract/profile/endpoints.ts')).KeptProfile,
    values: { school: school ?? '' },
    send: async (body) => {
      const { message, updatedData } = await saving.mutateAsync({ params: { username }, body })
      form.reset({ school: updatedData.school ?? '' }, body)
      toast(message)
    },
    failureMessage: profileText.profileFailed,
  })
  return (
    <form className="stack stack-6" noValidate onSubmit={(event) => void submit(event)}>
      <Note>{childrenText.keptByGuardian}</Note>
      <div className="kv">
        <TextField label={text.username} readOnly value={username} />
        <TextField label={text.birth} readOnly value={birth} />
        <TextField label={text.school} autoComplete="organization" maxLength={SCHOOL_MAX} {...field('school')} />
      </div>
      <p className="hint">{text.keptFields}</p>
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
