import { ageAt } from '@baobab/contract/accounts/rules.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { PICTURE_ACCEPT } from '@baobab/contract/kernel/files.ts'
import {
  type updateAdminPicture,
  updateStudentPicture,
  readStudentProfile,
  updateProfile,
  type StudentProfile,
} from '@baobab/contract/profile/endpoints.ts'
import { type Avatar as AvatarId, PICTURE_SIDE, profileText, PHOTO_AGE_MIN } from '@baobab/contract/profile/text.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { AvatarChoice } from '../accounts/avatar-choice.tsx'
import { errorMessage } from '../api/error-message.ts'
import { invalidate, useApiMutation } from '../api/query.ts'
import { serverDate } from '../api/server-time.ts'
import { upload } from '../api/upload.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { shrinkPicture } from '../forms/shrink-picture.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

type Props = {
  endpoint: typeof updateStudentPicture | typeof updateAdminPicture
  /** The endpoint that returns the picture, called again after an upload. */
  changes: Endpoint
  username: string
  pictureUrl: string | null
  /** The drawn picture shown if none was uploaded. */
  avatar?: AvatarId
  /** Shown next to the button. */
  children?: ReactNode
}

/** Shows a profile picture and replaces it: a chosen image is scaled down in the browser and uploaded immediately. */
export function PictureUpload({ endpoint, changes, username, pictureUrl, avatar, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  async function send(file: File) {
    setError(undefined)
    setSending(true)
    try {
      const form = new FormData()
      form.set('profilePicture', await shrinkPicture(file, PICTURE_SIDE), 'picture')
      const { message } = await upload(endpoint, { params: { username }, form })
      await invalidate(changes)
      toast(message)
    } catch (failure) {
      setError(errorMessage(failure, profileText.profileFailed))
    }
    setSending(false)
  }

  return (
    <div className="row">
      <Avatar name={username} src={pictureUrl} avatar={avatar} size="lg" />
      <div className="stack stack-2 grow">
        <div className="row">
          <input
            ref={input}
            type="file"
            accept={PICTURE_ACCEPT}
            hidden
            aria-label={text.picture.label}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Reset, so that choosing the same file again after a failure fires a change event.
              event.target.value = ''
              if (file) void send(file)
            }}
          />
          <Button
            kind="line"
            size="sm"
            busyLabel={isSending && text.picture.uploading}
            aria-describedby={error ? errorId : undefined}
            onClick={() => input.current?.click()}
          >
            <Icon name="upload-simple" size="sm" />
            {text.picture.upload}
          </Button>
          {children}
        </div>
        <div role="alert">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
        <p className="hint">{text.picture.hint}</p>
      </div>
    </div>
  )
}

/** Shows a student's picture: a drawn one, or a photo. Children of 10 or younger cannot upload photos. */
export function StudentPicture({ profile }: { profile: StudentProfile }) {
  const { username, profilePicture, avatar, birth } = profile
  const [now] = useState(serverDate)
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
  const { username, profilePicture, avatar, isAvatarHidden } = profile
  const [chosen, setChosen] = useState(avatar)
  const saving = useApiMutation(updateProfile, { changes: [readStudentProfile] })
  const isShown = chosen === avatar && profilePicture === null && !isAvatarHidden

  async function save() {
    const body = { avatar: chosen, ...(profilePicture !== null && { profilePicture: null }) }
    await toastResult(saving.mutateAsync({ params: { username }, body }), profileText.profileFailed)
  }

  return (
    <div className="stack stack-3">
      {profilePicture !== null && <p className="hint">{text.avatar.replacesPhoto}</p>}
      {isAvatarHidden && <p className="hint">{text.avatar.hidden}</p>}
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
