import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import {
  moralValueLabels,
  moralValues,
  listSeries,
  speechChoices,
  type VideoSeries,
} from '@baobab/contract/videos/endpoints.ts'
import { DESCRIPTION_MAX, TRANSCRIPT_MAX, TITLE_MAX, videoAccept } from '@baobab/contract/videos/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, type ComponentProps } from 'react'
import { apiQuery } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, TextArea, TextField } from '../../ui/fields.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { Select } from '../../ui/select.tsx'
import { text } from './text.ts'
import { UploadProgress } from './uploads/upload-progress.tsx'
import { useVideoDetailsForm, type VideoDetailsFormOptions } from './use-video-details-form.ts'

type Props = VideoDetailsFormOptions & {
  heading: string
  labels: { file: string; fileHint: string; send: string }
  /** Called when several files are selected, if the page has one form for each. */
  onFiles: (files: File[]) => void
  isOneOfMany?: boolean
  /** Set if the form can be removed from the page. */
  onRemove?: (() => void) | undefined
}

type DetailsForm = ReturnType<typeof useVideoDetailsForm>

/** The form for title, description, access, transcript and file of a video, both new and existing. */
export function VideoDetailsForm({ heading, labels, onFiles, isOneOfMany = false, onRemove, ...options }: Props) {
  const form = useVideoDetailsForm(options)
  const { video, file } = options
  const { element, isSending, upload } = form
  const isPaused = upload.state.phase === 'paused'
  return (
    <>
      <form ref={element} className="card stack" noValidate onSubmit={form.submit} aria-label={heading}>
        <div className="row nowrap between">
          <h2 className="card__h grow clip">{heading}</h2>
          {onRemove && !isSending && (
            <IconButton icon="x" label={text.removeForm(file?.name ?? heading)} onClick={onRemove} />
          )}
        </div>
        <DetailFields form={form} video={video} isOneOfMany={isOneOfMany} />
        <VideoFileField form={form} file={file} labels={labels} isNew={!video} onFiles={onFiles} />
        <FormFailureNote failure={form.failure} />
        <Button type="submit" block busyLabel={isSending && !isPaused && text.uploading} aria-disabled={isSending}>
          {isPaused ? text.phases.paused : labels.send}
        </Button>
      </form>
      <SameFileDialog message={form.sameFile} onCancel={form.dismissSameFile} onConfirm={form.acceptSameFile} />
    </>
  )
}

type FieldsProps = { form: DetailsForm; video: AdminVideo | undefined; isOneOfMany: boolean }

function DetailFields({ form: { field, isPublishedLater, isSending }, video, isOneOfMany }: FieldsProps) {
  const optional = <span className="muted optional">{text.optional}</span>
  const description = (
    <TextArea
      label={video ? text.description : <span>{richText(text.optionalDescription, { optional })}</span>}
      rows={4}
      maxLength={DESCRIPTION_MAX}
      readOnly={isSending}
      {...field('description')}
    />
  )
  // Who can see an existing video is changed separately, because its texts may be incomplete.
  const visibility = video ? null : (
    <VisibilityFields
      access={field('access')}
      publish={field('publish')}
      publishAt={field('publishAt')}
      isLater={isPublishedLater}
    />
  )
  const tags = (
    <>
      <ValuesField field={field} />
      <Select label={text.speech} hint={text.speechHint} options={speechOptions} {...field('speech')} />
      <SeriesField field={field} present={video?.series ?? null} />
    </>
  )
  return (
    <>
      <TextField label={text.title} autoComplete="off" maxLength={TITLE_MAX} readOnly={isSending} {...field('title')} />
      {isOneOfMany ? (
        <details className="folded">
          <summary>
            {text.descriptionAndAccess}
            <Icon name="caret-down" />
          </summary>
          <div className="stack">
            {description}
            {visibility}
            {tags}
          </div>
        </details>
      ) : (
        <>
          {description}
          {visibility}
          {tags}
        </>
      )}
      {video && (
        <TextArea
          label={<span>{richText(text.optionalTranscript, { optional })}</span>}
          hint={text.transcriptHint}
          rows={6}
          maxLength={TRANSCRIPT_MAX}
          readOnly={isSending}
          {...field('transcript')}
        />
      )}
    </>
  )
}

type FileProps = {
  form: DetailsForm
  file: File | undefined
  labels: Props['labels']
  isNew: boolean
  onFiles: (files: File[]) => void
}

function VideoFileField({ form: { upload, fileError, isSending }, file, labels, isNew, onFiles }: FileProps) {
  const { phase } = upload.state
  const describeFile = ({ size }: File) => {
    if (phase === 'completed') return text.fileSent(formatMegabytes(size))
    // Replaces the default note, which offers to choose another file.
    return isSending ? formatMegabytes(size) : undefined
  }
  return (
    <FileField
      label={labels.file}
      hint={labels.fileHint}
      accept={isNew ? videoAccept.new : videoAccept.replacement}
      multiple={isNew}
      file={file}
      // A file that is being sent cannot be replaced.
      onFiles={isSending ? () => undefined : onFiles}
      error={fileError}
      note={file && describeFile(file)}
    >
      {file && isSending && phase !== 'none' && (
        <UploadProgress
          file={file}
          upload={upload.state}
          onPause={upload.pause}
          onResume={upload.resume}
          onCancel={upload.cancel}
        />
      )}
    </FileField>
  )
}

type SameFileDialogProps = { message: string | undefined; onConfirm: () => void; onCancel: () => void }

/** Asks for confirmation before uploading a file that a video seems to have already. */
function SameFileDialog({ message, onConfirm, onCancel }: SameFileDialogProps) {
  return (
    <Dialog
      isOpen={message !== undefined}
      title={text.sameFileQuestion}
      confirmLabel={text.uploadAnyway}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {message} {text.sameFileEffect}
      </p>
    </Dialog>
  )
}

type Field = ReturnType<typeof useVideoDetailsForm>['field']

/** The moral values of a video: up to three of a fixed list. */
function ValuesField({ field }: { field: Field }) {
  const errorId = useId()
  const { error, ...input } = field('values')
  return (
    <fieldset className="values" aria-describedby={error ? errorId : undefined}>
      <legend>{text.values}</legend>
      {/* Above the values, because they are so many that below them the error would be far from the label. */}
      <FieldError id={errorId}>{error}</FieldError>
      <div className="values__list">
        {moralValues.map((value) => (
          <label className="check" key={value}>
            <input type="checkbox" value={value} {...input} />
            <span>{moralValueLabels[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The series of a video. The present one can be chosen before the list of series has arrived. */
function SeriesField({ field, present }: { field: Field; present: VideoSeries | null }) {
  const listed = useQuery(apiQuery(listSeries, {})).data?.series ?? []
  const options = present && !listed.some(({ _id }) => _id === present._id) ? [present, ...listed] : listed
  return (
    <Select
      label={text.seriesOfVideo}
      hint={text.seriesOfVideoHint}
      placeholder={text.noSeries}
      options={options.map(({ _id, title }) => ({ value: _id, label: title }))}
      {...field('seriesId')}
    />
  )
}

const speechOptions = speechChoices.map((value) => ({ value, label: text.speechLabels[value] }))

const accessOptions = [
  { value: 'free', label: text.free, detail: text.freeDetail },
  { value: 'premium', label: text.premium, detail: text.premiumDetail },
]
const publishOptions = [
  { value: 'now', label: text.published, detail: text.publishedDetail },
  { value: 'draft', label: text.draft, detail: text.draftDetail },
  { value: 'later', label: text.atADate, detail: text.atADateDetail },
]

type RegisteredInput = ComponentProps<'input'> & { name: string; error?: string | undefined }
type VisibilityFieldsProps = Record<'access' | 'publish' | 'publishAt', RegisteredInput> & {
  /** Whether a time must be chosen. */
  isLater: boolean
}

/** Who sees a video: free or premium, and when. */
export function VisibilityFields({ access, publish, publishAt, isLater }: VisibilityFieldsProps) {
  return (
    <>
      <RadioGroup label={text.access} cards options={accessOptions} {...access} />
      <RadioGroup label={text.publication} cards options={publishOptions} {...publish} />
      {isLater && <TextField label={text.dateAndTime} type="datetime-local" hint={text.lagosTime} {...publishAt} />}
    </>
  )
}
