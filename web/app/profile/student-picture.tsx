import {
  readStudentProfile,
  updateProfile,
  updateStudentPicture,
  type StudentProfile,
} from '@baobab/contract/profile.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { useApiMutation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { PictureUpload } from './picture-upload.tsx'

/** A student's picture: a new one, or none. */
export function StudentPicture({ profile }: { profile: StudentProfile }) {
  const { username, profilePicture } = profile
  const [isAsking, setAsking] = useState(false)
  const remove = useApiMutation(updateProfile, { changes: [readStudentProfile] })

  async function removePicture() {
    try {
      const { message } = await remove.mutateAsync({ params: { username }, body: { profilePicture: null } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error, profileText.profileFailed), { kind: 'bad' })
    }
    setAsking(false)
  }

  return (
    <PictureUpload
      endpoint={updateStudentPicture}
      changes={readStudentProfile}
      username={username}
      pictureUrl={profilePicture}
    >
      {profilePicture && (
        <Button kind="quiet" size="sm" className="btn--bad btn--flush" onClick={() => setAsking(true)}>
          Delete Avatar
        </Button>
      )}
      <Dialog
        isOpen={isAsking}
        title="Do you want to delete your picture?"
        confirmLabel="Delete"
        busyLabel={remove.isPending && 'Deleting...'}
        isDangerous
        onConfirm={() => void removePicture()}
        onCancel={() => setAsking(false)}
      >
        The first letter of your username stands in its place.
      </Dialog>
    </PictureUpload>
  )
}
