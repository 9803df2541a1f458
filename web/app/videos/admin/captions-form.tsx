import { listAdminVideos, setCaptions, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { captionsExtensions } from '@baobab/contract/videos/rules.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useId, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { ChooseFileButton } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { checkCaptionsFile } from './check-file.ts'
import { text } from './text.ts'

/** Uploads, downloads or removes the captions of a video. */
export function CaptionsForm({ video }: { video: AdminVideo }) {
  const { upload, remove, isUploading, isRemoving, error } = useCaptions(video)
  const errorId = useId()
  const { captionsUrl, title } = video
  return (
    <section className="card stack" aria-labelledby="captions">
      <h2 className="card__h" id="captions">
        {text.captions}
      </h2>
      <p className="muted">
        {captionsUrl ? text.captionsShown : text.captionsMissing} {text.captionsReadAloud}
      </p>
      <div role="alert">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
      <div className="row">
        <ChooseFileButton
          label={text.captionsFile}
          accept={captionsExtensions.join()}
          busyLabel={isUploading && text.uploading}
          describedBy={error ? errorId : undefined}
          onFile={(file) => void upload(file)}
        >
          {captionsUrl ? text.replaceCaptions : text.uploadCaptions}
        </ChooseFileButton>
        {captionsUrl && (
          <>
            <a className={buttonClass({ kind: 'line', size: 'sm' })} href={captionsUrl} download={`${title}.vtt`}>
              <Icon name="download-simple" size="sm" />
              {text.download}
            </a>
            <Button
              kind="quiet"
              size="sm"
              className="btn--bad"
              busyLabel={isRemoving && text.removing}
              onClick={() => void remove()}
            >
              <Icon name="trash" size="sm" />
              {text.remove}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function useCaptions({ _id }: AdminVideo) {
  const send = useApiMutation(setCaptions, { changes: [listAdminVideos, listVideos] })
  const [problem, setProblem] = useState<string>()
  const [isRemoval, setRemoval] = useState(false)

  async function store(body: FormData) {
    const reply = await send.mutateAsync({ params: { id: _id }, body }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  async function upload(file: File) {
    const found = checkCaptionsFile(file)
    setProblem(found)
    setRemoval(false)
    if (found !== undefined) return
    const form = new FormData()
    form.set('captions', file)
    await store(form)
  }

  /** Submitting the form without a file removes the captions. */
  async function remove() {
    setProblem(undefined)
    setRemoval(true)
    await store(new FormData())
  }

  return {
    upload,
    remove,
    isUploading: send.isPending && !isRemoval,
    isRemoving: send.isPending && isRemoval,
    error: problem ?? (send.error ? errorMessage(send.error, videosAdminText.videoUpdateFailed) : undefined),
  }
}
