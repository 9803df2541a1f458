import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { DESCRIPTION_MAX, TRANSCRIPT_MAX, TITLE_MAX } from '@baobab/contract/limits.ts'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { UploadProgress } from './uploads/upload-progress.tsx'
import { useVideoDetailsForm, type VideoDetailsFormOptions } from './use-video-details-form.ts'

const accesses = [
  { value: 'free', label: 'Free', detail: 'Everyone may play it.' },
  { value: 'premium', label: 'Premium', detail: 'Only students who have paid.' },
]

type Props = VideoDetailsFormOptions & {
  heading: string
  labels: { file: string; fileHint: string; send: string; busy: string }
  /** Several may be chosen where each becomes a form of its own. */
  onFiles: (files: File[]) => void
  isOneOfMany?: boolean
  /** Takes the form off; only where there are others. */
  onRemove?: (() => void) | undefined
}

type Film = ReturnType<typeof useVideoDetailsForm>

/** Title, description, access and file of a video; used to upload one and to update one. */
export function VideoDetailsForm({ heading, labels, onFiles, isOneOfMany = false, onRemove, ...options }: Props) {
  const film = useVideoDetailsForm(options)
  const { video, file } = options
  const isPaused = film.way.transfer.phase === 'paused'
  return (
    <form className="card stack" noValidate onSubmit={film.submit} aria-label={heading}>
      <div className="row nowrap between">
        <h2 className="card__h grow clip">{heading}</h2>
        {onRemove && !film.isBusy && <IconButton icon="x" label={`Take off ${file?.name ?? ''}`} onClick={onRemove} />}
      </div>
      <FilmTextFields film={film} video={video} isOneOfMany={isOneOfMany} />
      <FilmFile film={film} file={file} labels={labels} isNew={!video} onFiles={onFiles} />
      {film.refusal && (
        <Note kind="bad" role="alert">
          {film.refusal}
        </Note>
      )}
      <Button type="submit" block busyLabel={film.isBusy && !isPaused && labels.busy} aria-disabled={film.isBusy}>
        {isPaused ? 'Paused' : labels.send}
      </Button>
    </form>
  )
}

function FilmTextFields({
  film,
  video,
  isOneOfMany,
}: {
  film: Film
  video: AdminVideo | undefined
  isOneOfMany: boolean
}) {
  const { register, formState } = film.form
  const control = (name: 'title' | 'description' | 'transcript') => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: film.isBusy,
  })
  const description = video ? 'Description' : <Optional label="Description" />
  const rest = (
    <>
      <TextArea label={description} rows={4} maxLength={DESCRIPTION_MAX} {...control('description')} />
      <RadioGroup label="Access" cards options={accesses} {...register('access')} />
    </>
  )
  return (
    <>
      <TextField label="Title" autoComplete="off" maxLength={TITLE_MAX} {...control('title')} />
      {isOneOfMany ? <Folded label="Description and access">{rest}</Folded> : rest}
      {video && (
        <TextArea
          label={<Optional label="Transcript" />}
          hint="Students without data for the film read this. Where it is empty they read the captions."
          rows={6}
          maxLength={TRANSCRIPT_MAX}
          {...control('transcript')}
        />
      )}
    </>
  )
}

type FileProps = {
  film: Film
  file: File | undefined
  labels: Props['labels']
  isNew: boolean
  onFiles: (files: File[]) => void
}

function FilmFile({ film: { way, fileError, isBusy }, file, labels, isNew, onFiles }: FileProps) {
  const { phase } = way.transfer
  return (
    <FileField
      label={labels.file}
      hint={labels.fileHint}
      accept={isNew ? 'video/*,.mkv' : 'video/mp4,.mp4'}
      multiple={isNew}
      file={file}
      onFiles={onFiles}
      error={fileError}
      note={file && phase === 'arrived' ? `${formatMegabytes(file.size)}, all of it sent. Tap to change.` : undefined}
    >
      {file && isBusy && phase !== 'none' && (
        <UploadProgress
          file={file}
          transfer={way.transfer}
          onPause={way.pause}
          onProceed={way.proceed}
          onCancel={way.cancel}
        />
      )}
    </FileField>
  )
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="folded">
      <summary>
        {label}
        <Icon name="caret-down" />
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}

function Optional({ label }: { label: string }) {
  return (
    <>
      {label} <span className="muted optional">(optional)</span>
    </>
  )
}
