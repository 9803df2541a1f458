import { ageAt } from '@baobab/contract/accounts/rules.ts'
import {
  readStudentProfile,
  updateProfile,
  updateStudentPicture,
  type StudentProfile,
} from '@baobab/contract/profile/endpoints.ts'
import { PHOTO_AGE_MIN, profileText } from '@baobab/contract/profile/text.ts'
import { useState } from 'react'
import { AvatarChoice } from '../accounts/avatar-choice.tsx'
import { useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/toast-result.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { text } from './text.ts'

/** Shows a student's picture: a drawn one, or a photo, which children of 10 or younger cannot upload. */
export function StudentPicture({ profile }: { profile: StudentProfile }) {
  const { username, profilePicture, avatar, birth } = profile
  const [now] = useState(() => new Date())
  const [isDeleteAsked, setDeleteAsked] = useState(false)
  const saving = useApiMutation(updateProfile, { changes: [readStudentProfile] })

  async function deletePicture() {
    const deletion = saving.mutateAsync({ params: { username }, body: { profilePicture: null } })
    await toastResult(deletion, profileText.profileFailed)
    setDeleteAsked(false)
  }

  const deletion = profilePicture && (
    <Button kind="quiet" size="sm" className="btn--bad btn--flush" onClick={() => setDeleteAsked(true)}>
      {text.picture.delete}
    </Button>
  )
  return (
    <div className="stack">
      {ageAt(birth, now) < PHOTO_AGE_MIN ? (
        <>
          <div className="row">
            <Avatar name={username} src={profilePicture} avatar={avatar} size="lg" />
            {deletion}
          </div>
          <DrawnPicture profile={profile} />
        </>
      ) : (
        <>
          <PictureUpload
            endpoint={updateStudentPicture}
            changes={readStudentProfile}
            username={username}
            pictureUrl={profilePicture}
            avatar={avatar}
          >
            {deletion}
          </PictureUpload>
          <details className="avatars-more">
            <summary className="lnk">{text.avatar.choose}</summary>
            <DrawnPicture profile={profile} />
          </details>
        </>
      )}
      <Dialog
        isOpen={isDeleteAsked}
        title={text.picture.deleteQuestion}
        confirmLabel={text.picture.confirmDelete}
        busyLabel={saving.isPending && text.picture.deleting}
        isDangerous
        onConfirm={() => void deletePicture()}
        onCancel={() => setDeleteAsked(false)}
      >
        {text.picture.deleteEffect}
      </Dialog>
    </div>
  )
}

/** Lets a student choose a drawn picture, which replaces a photo. */
function DrawnPicture({ profile }: { profile: StudentProfile }) {
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
