import type { Appeal, readOwnHold } from '@baobab/contract/fair-play/endpoints.ts'
import { holdReasonSentences } from '@baobab/contract/fair-play/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/format.ts'
import { text } from './text.ts'

type Hold = NonNullable<ReplyOf<typeof readOwnHold>['hold']>

const loadAppealForm = async () => (await import('./appeal-form.tsx')).AppealForm

/** Tells a student why the points are being checked, and asks for the student's view. */
export function HoldCard({ hold: { reason, appeal } }: { hold: Hold }) {
  const { Loaded: Form, open, close, busyLabel } = useOnDemand(loadAppealForm)
  const heading = useRef<HTMLHeadingElement>(null)
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
