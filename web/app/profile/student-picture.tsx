import { profileText } from '@baobab/contract/profile-text.ts'
import {
  readStudentProfile,
  updateProfile,
  updateStudentPicture,
  type StudentProfile,
} from '@baobab/contract/profile.ts'
import { useState } from 'react'
import { useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/toast-result.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { text } from './text.ts'

/** Replaces or deletes a student's picture. */
export function StudentPicture({ profile }: { profile: StudentProfile }) {
  const { username, profilePicture } = profile
  const [isDeleteAsked, setDeleteAsked] = useState(false)
  const saving = useApiMutation(updateProfile, { changes: [readStudentProfile] })

  async function deletePicture() {
    const deletion = saving.mutateAsync({ params: { username }, body: { profilePicture: null } })
    await toastResult(deletion, profileText.profileFailed)
    setDeleteAsked(false)
  }

  return (
    <PictureUpload
      endpoint={updateStudentPicture}
      changes={readStudentProfile}
      username={username}
      pictureUrl={profilePicture}
    >
      {profilePicture && (
        <Button kind="quiet" size="sm" className="btn--bad btn--flush" onClick={() => setDeleteAsked(true)}>
          {text.picture.delete}
        </Button>
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
    </PictureUpload>
  )
}
