import {
  answerMessage,
  listMessages,
  listSavedAnswers,
  oneMessage,
  previewAnswer,
  countOpenMessages,
  type ContactMessage,
} from '@baobab/contract/contact/endpoints.ts'
import { MessageAnswerForm } from '@baobab/contract/contact/conversation.ts'
import {
  fillPlaceholders,
  listPlaceholders,
  writePlaceholder,
  type Placeholder,
} from '@baobab/contract/contact/placeholders.ts'
import { MESSAGE_MAX } from '@baobab/contract/contact/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, invalidate, useApiMutation } from '../../api/query.ts'
import { tabStorage } from '../../browser/storage.ts'
import { RestoredDraft } from '../../forms/drafts.tsx'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { paths } from '../../paths.ts'
import { cacheMessage } from './messages-query.ts'
import { text } from './text.ts'

type Preview = ReplyOf<typeof previewAnswer>

/** The form for answering a message. The email can be previewed before it is sent. */
export function AnswerForm({ message }: { message: ContactMessage }) {
  const { _id: messageId, email, repliedAt } = message
  const [draft, setDraft] = useState(() => readAnswerDraft(messageId))
  const [key, setKey] = useState(() => crypto.randomUUID())
  const closes = useRef(false)
  const answering = useApiMutation(answerMessage, { changes: [listMessages, countOpenMessages], scope: messageId })
  const { form, field, submit, check, failure, isSending } = useApiForm({
    schema: MessageAnswerForm,
    mode: 'onSubmit',
    defaultValues: { answer: draft },
    async send({ answer }) {
      const body = { answer, key, closes: closes.current, takeBack: true, seenReplyAt: repliedAt }
      const reply = await answering.mutateAsync({ params: { messageId }, body })
      discardDraft()
      setKey(crypto.randomUUID())
      cacheMessage(reply.contactMessage)
      toast(reply.message)
    },
    onFailure(error) {
      if (error.code === 'answer_key_used') setKey(crypto.randomUUID())
      // Shows what was added to the conversation meanwhile, with the draft below it.
      if (error.code === 'answer_key_used' || error.code === 'message_replied') void invalidate(oneMessage)
      return false
    },
  })

  function setAnswer(answer: string) {
    form.setValue('answer', answer, { shouldDirty: true })
    form.clearErrors()
    storeAnswerDraft(messageId, answer)
  }

  function discardDraft() {
    form.reset({ answer: '' })
    clearAnswerDraft(messageId)
    setDraft('')
  }

  function send(isLast: boolean): Promise<void> {
    closes.current = isLast
    return submit()
  }

  return (
    <form
      className="stack"
      noValidate
      aria-label={text.answer}
      onSubmit={(event) => {
        closes.current = false
        void submit(event)
      }}
    >
      {draft !== '' && <RestoredDraft text={text.restored} discardLabel={text.discardDraft} onDiscard={discardDraft} />}
      <TextArea
        label={text.yourAnswer}
        hint={text.answerHint(email)}
        rows={6}
        maxLength={MESSAGE_MAX}
        {...field('answer', {
          onChange: (event: { target: { value: string } }) => storeAnswerDraft(messageId, event.target.value),
        })}
      />
      <UnfilledNote names={listPlaceholders(form.watch('answer'))} />
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" busyLabel={isSending && text.sending}>
          <Icon name="paper-plane-tilt" />
          {text.sendAnswer}
        </Button>
        <Button kind="line" disabled={isSending} onClick={() => void send(true)}>
          {text.sendAndClose}
        </Button>
        <PreviewButton
          messageId={messageId}
          readAnswer={async () => ((await check('answer')) ? form.getValues('answer') : undefined)}
          onSend={() => send(false)}
        />
      </div>
      <SavedAnswers
        onChoose={(saved) => setAnswer(append(form.getValues('answer'), fillPlaceholders(saved, readValues(message))))}
      />
    </form>
  )
}

/** Returns what placeholders stand for in the answer to a message. */
function readValues({ firstName, writer }: ContactMessage): Partial<Record<Placeholder, string>> {
  const passwordLink = new URL(paths.forgotPassword, location.origin).href
  return { 'first name': firstName, 'password link': passwordLink, ...(writer && { username: writer.username }) }
}

function UnfilledNote({ names }: { names: readonly Placeholder[] }) {
  if (names.length === 0) return null
  return (
    <Note kind="warn" role="status">
      {text.fillFirst}{' '}
      {names.map((name) => (
        <mark key={name} className="inbox__blank">
          {writePlaceholder(name)}
        </mark>
      ))}
    </Note>
  )
}

/** Adds a saved answer to what is typed, as a paragraph of its own, up to the maximum length. */
function append(typed: string, saved: string): string {
  return (typed.trim() === '' ? saved : `${typed.trimEnd()}\n\n${saved}`).slice(0, MESSAGE_MAX)
}

function SavedAnswers({ onChoose }: { onChoose: (saved: string) => void }) {
  const { data } = useQuery(apiQuery(listSavedAnswers, {}))
  const saved = data?.savedAnswers ?? []
  return (
    <div className="inbox__insert">
      {saved.length > 0 && (
        <Select
          label={text.insertSaved}
          placeholder={text.chooseSaved}
          options={saved.map(({ _id, title }) => ({ value: _id, label: title }))}
          value=""
          onChange={(event) => {
            const chosen = saved.find(({ _id }) => _id === event.target.value)
            if (chosen) onChoose(chosen.text)
          }}
        />
      )}
      <Link className="small inbox__manage" to={adminPaths.savedAnswers}>
        {text.manageSaved}
      </Link>
    </div>
  )
}

type PreviewProps = {
  messageId: string
  /** Returns the typed answer, or undefined if it is not valid. */
  readAnswer: () => Promise<string | undefined>
  onSend: () => Promise<void>
}

/** Shows the email exactly as the server will send it, and sends it from there. */
function PreviewButton({ messageId, readAnswer, onSend }: PreviewProps) {
  const { mutateAsync, isPending } = useApiMutation(previewAnswer)
  const [preview, setPreview] = useState<Preview>()

  async function open() {
    const answer = await readAnswer()
    if (answer === undefined) return
    try {
      setPreview(await mutateAsync({ params: { messageId }, body: { answer } }))
    } catch (error) {
      toast(errorMessage(error, text.previewFailed), { kind: 'bad' })
    }
  }

  async function send() {
    setPreview(undefined)
    await onSend()
  }

  return (
    <>
      <Button kind="line" busyLabel={isPending && text.preparingPreview} onClick={() => void open()}>
        <Icon name="eye" />
        {text.previewAnswer}
      </Button>
      <Dialog
        isOpen={preview !== undefined}
        title={text.previewTitle}
        confirmLabel={text.sendAnswer}
        cancelLabel={text.keepWriting}
        onCancel={() => setPreview(undefined)}
        onConfirm={() => void send()}
      >
        {preview && (
          <div className="stack stack-2">
            <p className="inbox__from">
              {text.previewTo(preview.to)}
              <br />
              <b>{text.previewSubject(preview.subject)}</b>
            </p>
            <TextArea label={text.previewText} readOnly rows={12} value={preview.text} />
          </div>
        )}
      </Dialog>
    </>
  )
}

// Draft answers, kept for this tab until they are sent.
const storageKey = (messageId: string) => `answer.${messageId}`

function readAnswerDraft(messageId: string): string {
  return tabStorage.getItem(storageKey(messageId)) ?? ''
}

/** Puts an answer that was taken back above the text that was typed since then. The form shows both when it opens. */
export function addToAnswerDraft(messageId: string, answer: string): void {
  const typed = readAnswerDraft(messageId)
  storeAnswerDraft(messageId, typed.trim() === '' ? answer : `${answer}\n\n${typed}`)
}

function storeAnswerDraft(messageId: string, draft: string): void {
  tabStorage.setItem(storageKey(messageId), draft)
}

function clearAnswerDraft(messageId: string): void {
  tabStorage.removeItem(storageKey(messageId))
}
