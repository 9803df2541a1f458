import {
  STAFF_NOTE_MAX,
  studentNotesText,
  addStaffNote,
  deleteStaffNote,
  listStaffNotes,
  type StaffNote,
  StaffNoteForm,
} from '@baobab/contract/students/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextArea } from '../ui/fields.tsx'
import { formatDateTime } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

/** Admins' notes about a student, and a form for adding one. */
export function StaffNotes({ username }: { username: string }) {
  // Every request is written to the audit log, so it is not repeated when the window regains focus.
  const query = useQuery({
    ...apiQuery(listStaffNotes, { params: { username } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Card className="stack stack-3" aria-labelledby="notes">
      <h2 className="card__h" id="notes" tabIndex={-1}>
        {text.notes}
      </h2>
      <p className="small muted">{text.notesHelp}</p>
      <QueryView
        query={query}
        failed={studentNotesText.notesFailed}
        loading={
          <Loading text={studentNotesText.notesLoading}>
            <RowsSkeleton rows={2} />
          </Loading>
        }
      >
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="muted">{text.noNotes}</p>
          ) : (
            <ul className="notes">
              {notes.map((note) => (
                <NoteRow key={note._id} username={username} note={note} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <IfAllowed who={addStaffNote.who}>
        <AddNote username={username} />
      </IfAllowed>
    </Card>
  )
}

function NoteRow({ username, note }: { username: string; note: StaffNote }) {
  const deletion = useApiMutation(deleteStaffNote, { changes: [listStaffNotes] })
  const time = formatDateTime(new Date(note.at))

  async function remove() {
    const reply = await deletion.mutateAsync({ params: { username, noteId: note._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // The button that had the focus has disappeared.
    document.getElementById('notes')?.focus()
  }

  return (
    <li className="stack stack-2">
      <p className="notes__text">{note.text}</p>
      <div className="row between">
        <span className="small muted">{text.noteBy(note.by, time)}</span>
        {note.canDelete && (
          <Button
            kind="quiet"
            size="sm"
            busyLabel={deletion.isPending && text.deletingNote}
            onClick={() => void remove()}
          >
            {text.deleteNote}
            <span className="sr">{text.ofNote(note.by, time)}</span>
          </Button>
        )}
      </div>
      {deletion.error && (
        <Note kind="bad" role="alert">
          {errorMessage(deletion.error)}
        </Note>
      )}
    </li>
  )
}

function AddNote({ username }: { username: string }) {
  const add = useApiMutation(addStaffNote, { changes: [listStaffNotes] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: StaffNoteForm,
    // With 'onTouched', an error appearing under the field could move the button while it is being pressed.
    mode: 'onSubmit',
    defaultValues: { text: '' },
    send: async (body) => {
      toast((await add.mutateAsync({ params: { username }, body })).message)
      form.reset()
    },
  })
  return (
    <form className="stack stack-3" noValidate aria-labelledby="notes" onSubmit={(event) => void submit(event)}>
      <TextArea label={text.note} rows={3} maxLength={STAFF_NOTE_MAX} {...field('text')} />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" kind="line" busyLabel={isSending && text.saving}>
          {text.addNote}
        </Button>
      </div>
    </form>
  )
}
