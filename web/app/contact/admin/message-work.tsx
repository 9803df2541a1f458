import {
  addMessageNote,
  listAssignees,
  organizeMessage,
  type ContactMessage,
  type MessageNote,
  MessageNoteForm,
} from '@baobab/contract/contact/endpoints.ts'
import { NOTE_MAX } from '@baobab/contract/contact/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { formatCount, formatDateTime, formatShortDay } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'
import { useOrganize } from './use-organize.ts'

/** How admins share the work on a message: who handles it, when to follow up, and notes for each other. Folded until it is used. */
export function MessageWork({ message }: { message: ContactMessage }) {
  const mayOrganize = useIsAllowed(organizeMessage.who)
  // Open from the start if a colleague has written something.
  const [isOpen] = useState(message.notes.length > 0)
  if (!mayOrganize && message.notes.length === 0) return null
  return (
    <details className="inbox__fold" open={isOpen}>
      <summary>{text.forTeam(describeWork(message))}</summary>
      <div className="stack">
        {mayOrganize && <Organizer message={message} />}
        <Notes message={message} />
      </div>
    </details>
  )
}

/** Lists what the folded part contains. */
function describeWork({ assignedTo, followUpOn, notes }: ContactMessage): string[] {
  return [
    ...(assignedTo ? [assignedTo] : []),
    ...(followUpOn ? [text.dueOn(formatShortDay(new Date(followUpOn)))] : []),
    ...(notes.length > 0 ? [formatCount(notes.length, 'note')] : []),
  ]
}

/** Stores each choice as soon as it is made. */
function Organizer({ message }: { message: ContactMessage }) {
  const { _id: messageId, followUpOn } = message
  const { data } = useQuery(apiQuery(listAssignees, {}))
  const { store, pending } = useOrganize(messageId)
  const assignedTo = pending.assignedTo === undefined ? message.assignedTo : pending.assignedTo
  // The list includes the assigned admin even while it loads.
  const admins = [...new Set([...(data?.admins ?? []), ...(assignedTo ? [assignedTo] : [])])]
  return (
    <div className="inbox__work">
      <Select
        label={text.assignedTo}
        placeholder={text.nobody}
        options={admins.map((username) => ({ value: username, label: username }))}
        value={assignedTo ?? ''}
        onChange={(event) => void store({ assignedTo: event.target.value || null })}
      />
      <TextField
        key={followUpOn}
        label={text.followUpOn}
        hint={text.followUpHint}
        type="date"
        defaultValue={followUpOn ?? ''}
        onBlur={({ target }) => {
          if (target.validity.valid && target.value !== (followUpOn ?? ''))
            void store({ followUpOn: target.value || null })
        }}
      />
    </div>
  )
}

function Notes({ message: { _id: messageId, notes } }: { message: ContactMessage }) {
  return (
    <div className="stack stack-3">
      {notes.length > 0 && (
        <ul className="inbox__notes" aria-label={text.notes}>
          {notes.map((note) => (
            <Note key={note._id} note={note} />
          ))}
        </ul>
      )}
      <IfAllowed who={addMessageNote.who}>
        <NoteForm messageId={messageId} />
      </IfAllowed>
    </div>
  )
}

function Note({ note: { admin, text: content, createdAt } }: { note: MessageNote }) {
  return (
    <li>
      <p className="inbox__t">{content}</p>
      <p className="small muted">
        {admin}, <time dateTime={createdAt}>{formatDateTime(new Date(createdAt))}</time>
      </p>
    </li>
  )
}

function NoteForm({ messageId }: { messageId: string }) {
  const adding = useApiMutation(addMessageNote, { scope: messageId })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: MessageNoteForm,
    mode: 'onSubmit',
    defaultValues: { note: '' },
    async send(body) {
      const { message } = await adding.mutateAsync({ params: { messageId }, body })
      form.reset({ note: '' })
      cacheMessage(message)
    },
  })
  return (
    <form className="stack stack-3" noValidate aria-label={text.addNote} onSubmit={(event) => void submit(event)}>
      <TextArea label={text.newNote} hint={text.notesHelp} rows={2} maxLength={NOTE_MAX} {...field('note')} />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" kind="line" size="sm" busyLabel={isSending && text.saving}>
          {text.addNote}
        </Button>
      </div>
    </form>
  )
}
