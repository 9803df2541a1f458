import { profileText } from '@baobab/contract/profile/text.ts'
import { readStudentProfile, updateProfile, type StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { useState } from 'react'
import { useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/toast-result.ts'
import { AvatarChoice } from '../accounts/avatar-choice.tsx'
import { Button } from '../ui/button.tsx'
import { text } from './text.ts'

/** Lets a student choose a drawn picture, which replaces a photo. */
export function DrawnPicture({ profile }: { profile: StudentProfile }) {
  const { username, profilePicture, avatar } = profile
  const [chosen, setChosen] = useState(avatar)
  const saving = useApiMutation(updateProfile, { changes: [readStudentProfile] })
  const isShown = chosen === avatar && profilePicture === null

  async function save() {
    const body = { avatar: chosen, ...(profilePicture !== null && { profilePicture: null }) }
    await toastResult(saving.mutateAsync({ params: { username }, body }), profileText.profileFailed)
  }

  return (
    <div className="stack stack-3">
      <p className="hint">
        {profilePicture !== null && `${text.avatar.replacesPhoto} `}
        {text.avatar.privacy}
      </p>
      <AvatarChoice label={text.avatar.title} value={chosen} onChange={setChosen} />
      <div>
        <Button
          kind="line"
          disabled={isShown}
          busyLabel={saving.isPending && text.avatar.saving}
          onClick={() => void save()}
        >
          {text.avatar.save}
        </Button>
      </div>
    </div>
  )
}
