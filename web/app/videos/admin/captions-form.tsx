import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { useId } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChooseFileButton } from '../../ui/choose-file-button.tsx'
import { useCaptionsFile } from './use-captions-file.ts'

/** What is said, to be read along: WebVTT, put, taken away or looked at. */
export function CaptionsForm({ video }: { video: AdminVideo }) {
  const { put, remove, isPutting, isRemoving, error } = useCaptionsFile(video)
  const errorId = useId()
  const { captionsUrl, title } = video
  return (
    <section className="card stack" aria-labelledby="captions">
      <h2 className="card__h" id="captions">
        Captions
      </h2>
      <p className="muted">
        {captionsUrl
          ? 'Students see these captions unless they turn them off.'
          : 'This video has no captions. Students who cannot hear it are left out.'}
      </p>
      <div role="alert">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
      <div className="row">
        <ChooseFileButton
          label="Captions file (.vtt)"
          accept=".vtt,text/vtt"
          busyLabel={isPutting && 'Uploading...'}
          describedBy={error ? errorId : undefined}
          onFile={(file) => void put(file)}
        >
          {captionsUrl ? 'Replace the captions' : 'Upload captions (.vtt)'}
        </ChooseFileButton>
        {captionsUrl && (
          <>
            <a className={buttonClass({ kind: 'line', size: 'sm' })} href={captionsUrl} download={`${title}.vtt`}>
              <Icon name="download-simple" size="sm" />
              Download
            </a>
            <Button
              kind="quiet"
              size="sm"
              className="btn--bad"
              busyLabel={isRemoving && 'Removing...'}
              onClick={() => void remove()}
            >
              <Icon name="trash" size="sm" />
              Remove
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
