import type { updateAdminPicture, updateStudentPicture } from '@baobab/contract/profile.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { profileText } from '@baobab/contract/profile-text.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { invalidate } from '../api/query.ts'
import { upload } from '../api/upload.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { shrinkPicture } from './shrink-picture.ts'

type Props = {
  endpoint: typeof updateStudentPicture | typeof updateAdminPicture
  /** The read that shows the picture. */
  changes: Endpoint
  username: string
  pictureUrl: string | null
  /** Beside 'Upload New'. */
  children?: ReactNode
}

/** The picture with 'Upload New': any image of the phone is made small here and sent at once. */
export function PictureUpload({ endpoint, changes, username, pictureUrl, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  async function send(file: File) {
    setError(undefined)
    setSending(true)
    try {
      const form = new FormData()
      form.set('profilePicture', await shrinkPicture(file), 'picture')
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
      <Avatar name={username} src={pictureUrl} size="lg" />
      <div className="stack stack-2 grow">
        <div className="row">
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label="Profile picture"
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Emptied, so that the same file can be chosen again after a failure.
              event.target.value = ''
              if (file) void send(file)
            }}
          />
          <Button
            kind="line"
            size="sm"
            busyLabel={isSending && 'Uploading...'}
            aria-describedby={error ? errorId : undefined}
            onClick={() => input.current?.click()}
          >
            <Icon name="upload-simple" size="sm" />
            Upload New
          </Button>
          {children}
        </div>
        <div role="alert">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
        <p className="hint">JPG, PNG or WebP. We shrink it to save your data.</p>
      </div>
    </div>
  )
}
