import { readOwnHold, type Appeal } from '@baobab/contract/fair-play/endpoints.ts'
import { holdReasonSentences } from '@baobab/contract/fair-play/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { apiQuery } from '../api/query.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/format.ts'
import { text } from './text.ts'

const loadAppealForm = async () => (await import('./appeal-form.tsx')).AppealForm

/**
 * Tells a student whose points are being checked why, and asks for the student's view. Shows nothing to anybody else, or while it is not
 * known, so that it does not frighten other students.
 */
export function HoldCard() {
  const hold = useQuery(apiQuery(readOwnHold, {})).data?.hold
  const { Loaded: Form, open, close, busyLabel } = useOnDemand(loadAppealForm)
  const heading = useRef<HTMLHeadingElement>(null)
  if (!hold) return null
  const { reason, appeal } = hold
  // The element that had the focus disappears, so the focus moves to the heading.
  const closeForm = () => {
    flushSync(close)
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
      {!appeal && Form && <Form onClose={closeForm} />}
      {!appeal && !Form && (
        <div>
          <Button busyLabel={busyLabel} onClick={() => void open()}>
            {text.tellUs}
          </Button>
        </div>
      )}
    </Card>
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
