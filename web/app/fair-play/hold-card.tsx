import { appealHold, readOwnHold, type Appeal } from '@baobab/contract/fair-play.ts'
import { AppealForm } from '@baobab/contract/fair-play-forms.ts'
import { fairPlayText, holdReasonSentences } from '@baobab/contract/fair-play-text.ts'
import { APPEAL_TEXT_MAX } from '@baobab/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { apiQuery, invalidate, useApiMutation } from '../api/query.ts'
import { MessageForm } from '../forms/message-form.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/dates.ts'
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
  const appealing = useApiMutation(appealHold, { changes: [readOwnHold] })
  return (
    <MessageForm
      schema={AppealForm}
      label={text.whatHappened}
      maxLength={APPEAL_TEXT_MAX}
      labelledBy="hold"
      failureMessage={fairPlayText.appealFailed}
      send={(body) => appealing.mutateAsync({ body })}
      // The hold may have ended meanwhile, or the message was sent on another device.
      onRefused={() => void invalidate(readOwnHold)}
      onClose={onClose}
    />
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
