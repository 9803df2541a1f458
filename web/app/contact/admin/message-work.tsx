import {
  addMessageNote,
  listAssignees,
  listMessages,
  organizeMessage,
  type ContactMessage,
  type MessageNote,
  MessageNoteForm,
  countOpenMessages,
} from '@baobab/contract/contact/endpoints.ts'
import { NOTE_MAX } from '@baobab/contract/contact/text.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed, useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'

/** How admins share the work on a message: who handles it, when to follow up, and notes for each other. */
export function MessageWork({ message }: { message: ContactMessage }) {
  const mayOrganize = useIsAllowed(organizeMessage.who)
  if (!mayOrganize && message.notes.length === 0) return null
  return (
    <section className="stack" aria-label={text.forTeam}>
      <h3 className="inbox__ah">{text.forTeam}</h3>
      {mayOrganize && <Organizer message={message} />}
      <Notes message={message} />
    </section>
  )
}

type Change = RequestOf<typeof organizeMessage>['body']

/** Stores each choice as soon as it is made. */
function Organizer({ message }: { message: ContactMessage }) {
  const { _id: messageId, followUpOn, closedAt, answeredAt } = message
  const { data } = useQuery(apiQuery(listAssignees, {}))
  const change = useApiMutation(organizeMessage, { changes: [listMessages, countOpenMessages], scope: messageId })
  // While a choice is being stored, it is shown instead of the stored value.
  const pending = change.isPending ? change.variables.body : {}
  const assignedTo = pending.assignedTo === undefined ? message.assignedTo : pending.assignedTo
  // The list includes the assigned admin even while it loads.
  const admins = [...new Set([...(data?.admins ?? []), ...(assignedTo ? [assignedTo] : [])])]

  async function store(body: Change) {
    try {
      cacheMessage((await change.mutateAsync({ params: { messageId }, body })).message)
      toast(text.organized)
    } catch (error) {
      toast(errorMessage(error, text.organizeFailed), { kind: 'bad' })
    }
  }

  return (
    <>
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
      {answeredAt === null && (
        <div className="row">
          <Button
            kind="line"
            size="sm"
            busyLabel={pending.isClosed !== undefined && text.saving}
            onClick={() => void store({ isClosed: closedAt === null })}
          >
            {closedAt === null ? text.close : text.reopen}
          </Button>
          {closedAt !== null && (
            <span className="small muted">{text.closedOn(formatDateTime(new Date(closedAt)))}</span>
          )}
        </div>
      )}
    </>
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
