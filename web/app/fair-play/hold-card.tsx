import { appealHold, AppealForm, readOwnHold, type Appeal } from '@baobab/contract/fair-play.ts'
import { fairPlayText, holdReasonSentences } from '@baobab/contract/fair-play-text.ts'
import { APPEAL_TEXT_MAX } from '@baobab/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { apiQuery, invalidate, useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/dates.ts'
import { Note } from '../ui/note.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { useOnline } from '../ui/use-online.ts'
import { text } from './text.ts'

/**
 * Tells a student whose points are being checked why, and takes the student's side of it. Shows nothing to anybody else, and
 * nothing while it is not known: it must not frighten those whom it does not concern.
 */
export function HoldCard() {
  const hold = useQuery(apiQuery(readOwnHold, {})).data?.hold
  const [isWriting, setIsWriting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (!hold) return null
  const { reason, appeal } = hold
  // The element that had the focus disappears, so the focus moves to the heading.
  const close = () => {
    flushSync(() => setIsWriting(false))
    heading.current?.focus()
  }
  return (
    <Card className="stack" aria-labelledby="hold">
      <h2 className="card__h" id="hold" ref={heading} tabIndex={-1}>
        {text.checking}
      </h2>
      <p>
        {holdReasonSentences[reason]} {text.pointsStay}
      </p>
      {appeal && <OwnAppeal appeal={appeal} />}
      {!appeal && isWriting && <Form onClose={close} />}
      {!appeal && !isWriting && (
        <div>
          <Button onClick={() => setIsWriting(true)}>{text.tellUs}</Button>
        </div>
      )}
    </Card>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const isOnline = useOnline()
  const appealing = useApiMutation(appealHold, { changes: [readOwnHold] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: AppealForm,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    failureMessage: fairPlayText.appealFailed,
    async send(body) {
      toast((await appealing.mutateAsync({ body })).message)
      onClose()
    },
    onFailure() {
      // The hold may have ended meanwhile, or the message was sent on another device.
      void invalidate(readOwnHold)
      return false
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('text'), [setFocus])
  return (
    <form className="stack" noValidate aria-labelledby="hold" onSubmit={(event) => void submit(event)}>
      <TextArea label={text.whatHappened} rows={4} maxLength={APPEAL_TEXT_MAX} {...field('text')} />
      {!isOnline && (
        <Note kind="warn" icon="wifi-slash">
          {text.offline}
        </Note>
      )}
      <FormFailureNote failure={failure} />
      <div className="row">
        <Button type="submit" disabled={!isOnline} busyLabel={isSending && text.sending}>
          {text.send}
        </Button>
        <Button kind="line" onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}

function OwnAppeal({ appeal: { text: written, madeAt, dueAt, answer } }: { appeal: Appeal }) {
  const day = (at: string) => formatDate(new Date(at))
  return (
    <div className="stack stack-2">
      <p className="small muted">{text.yourMessage}</p>
      <p className="wrap-any">{written}</p>
      {answer ? (
        <>
          <p className="small muted">{text.answered(day(answer.answeredAt))}</p>
          <p className="wrap-any">{answer.text}</p>
        </>
      ) : (
        <p>{text.sent(day(madeAt), day(dueAt))}</p>
      )}
    </div>
  )
}
