import type { AdminVideo } from '@baobab/contract/videos.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '@baobab/contract/limits.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useFilmForm } from './use-film-form.ts'

const accesses = [
  { value: 'free', label: 'Free', detail: 'Everyone may play it.' },
  { value: 'premium', label: 'Premium', detail: 'Only students who have paid.' },
]

type Props = {
  video?: AdminVideo
  heading: string
  labels: { file: string; fileHint: string; send: string; busy: string }
  otherwise: string
  onDone: (reply: { message: string; video: AdminVideo }) => void
  children?: ReactNode
}

/** Title, description, access and file of a video; used to upload one and to update one. */
export function FilmForm({ video, heading, labels, otherwise, onDone, children }: Props) {
  const film = useFilmForm({ ...(video && { video }), otherwise, onDone })
  const { register, formState } = film.form
  const control = (name: 'title' | 'description') => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: film.isBusy,
  })
  return (
    <form className="card stack" noValidate onSubmit={film.submit} aria-label={heading}>
      <h2 className="card__h">{heading}</h2>
      <TextField label="Title" autoComplete="off" maxLength={TITLE_MAX} {...control('title')} />
      <TextArea
        label={video ? 'Description' : <OptionalLabel />}
        rows={4}
        maxLength={DESCRIPTION_MAX}
        {...control('description')}
      />
      <RadioGroup label="Access" cards options={accesses} {...register('access')} />
      <FileField
        key={film.round}
        label={labels.file}
        hint={labels.fileHint}
        accept={video ? 'video/mp4,.mp4' : 'video/*,.mkv'}
        file={film.file}
        onFile={film.chooseFile}
        error={film.fileError}
        progress={film.progress}
        onStop={film.stop}
      />
      {film.refusal && (
        <Note kind="bad" role="alert">
          {film.refusal}
        </Note>
      )}
      <Button type="submit" block busyLabel={film.isBusy && labels.busy}>
        {labels.send}
      </Button>
      {children}
      <LeaveDialog isBusy={film.isBusy} onStop={film.stop} />
    </form>
  )
}

function OptionalLabel() {
  return (
    <>
      Description <span className="muted optional">(optional)</span>
    </>
  )
}
