import type { updateAdminPicture, updateStudentPicture } from '@baobab/contract/profile/endpoints.ts'
import { type Avatar as AvatarId, PICTURE_SIDE, profileText } from '@baobab/contract/profile/text.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { invalidate } from '../api/query.ts'
import { upload } from '../api/upload.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { shrinkPicture } from '../forms/shrink-picture.ts'
import { text } from './text.ts'

type Props = {
  endpoint: typeof updateStudentPicture | typeof updateAdminPicture
  /** The endpoint that returns the picture; it is called again after an upload. */
  changes: Endpoint
  username: string
  pictureUrl: string | null
  /** The drawn picture that is shown without an uploaded one. */
  avatar?: AvatarId
  /** Shown beside the button. */
  children?: ReactNode
}

/** Shows a profile picture and replaces it: a chosen image is scaled down in the browser and sent immediately. */
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
            accept="image/*"
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
