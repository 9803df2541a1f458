import { LIST_CLAIM_TEXT_MAX } from '@baobab/contract/limits.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { makeListClaim, myDraw, type MyDraw } from '@baobab/contract/scholarship.ts'
import { ListClaimForm } from '@baobab/contract/scholarship-forms.ts'
import { monthName } from '@baobab/contract/scholarship-month.ts'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { PageLink } from '../shell/page-link.tsx'
import { invalidate, useApiMutation } from '../api/query.ts'
import { MessageForm } from '../forms/message-form.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { formatDate, formatDateTime } from '../ui/dates.ts'
import { leftOutSentences, text } from './text.ts'

type MissingFrom = MyDraw['missingFrom'][number]

/** A list that does not have the student: why, a way to say that this is wrong, and what came of it. */
export function ListClaim({ missing }: { missing: MissingFrom }) {
  const { month, leftOut, claimBy, canClaim, claim } = missing
  const [isWriting, setIsWriting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // The element that had the focus disappears, so the focus moves to the heading.
  const close = () => {
    flushSync(() => setIsWriting(false))
    heading.current?.focus()
  }
  return (
    <div className="stack stack-2">
      <h3 id={id} ref={heading} tabIndex={-1}>
        <Link to={paths.draw(month)}>{monthName(month)}</Link>
      </h3>
      <p>
        {text.notOnList} {leftOutSentences[leftOut ?? 'below-the-cut']}
      </p>
      {claim && <OwnClaim claim={claim} claimBy={claimBy} />}
      {canClaim && isWriting && <Form month={month} labelledBy={id} onClose={close} />}
      {canClaim && !isWriting && (
        <>
          <p className="muted">{text.claimBy(formatDateTime(new Date(claimBy)))}</p>
          <div>
            <Button kind="line" size="sm" onClick={() => setIsWriting(true)}>
              {text.shouldBeOnList}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Form({ month, labelledBy, onClose }: { month: string; labelledBy: string; onClose: () => void }) {
  const claiming = useApiMutation(makeListClaim, { changes: [myDraw] })
  return (
    <MessageForm
      schema={ListClaimForm}
      label={text.whyOnList}
      maxLength={LIST_CLAIM_TEXT_MAX}
      labelledBy={labelledBy}
      failureMessage={scholarshipText.claimFailed}
      send={(body) => claiming.mutateAsync({ params: { month }, body })}
      // The student may be on a new list meanwhile, or the message was sent on another device.
      onRefused={() => void invalidate(myDraw)}
      onClose={onClose}
    />
  )
}

type OwnClaimProps = { claim: NonNullable<MissingFrom['claim']>; claimBy: string }

function OwnClaim({ claim: { text: written, at, answerText, answeredAt }, claimBy }: OwnClaimProps) {
  const [now] = useState(() => Date.now())
  const isOver = new Date(claimBy).getTime() < now
  return (
    <div className="stack stack-2">
      <p className="small muted">{text.yourMessage}</p>
      <p className="wrap-any">{written}</p>
      {answeredAt !== null && answerText !== null && (
        <>
          <p className="small muted">{text.answered(formatDate(new Date(answeredAt)))}</p>
          <p className="wrap-any">{answerText}</p>
        </>
      )}
      {answeredAt === null &&
        (isOver ? (
          <p>
            {text.notAnswered} <PageLink to={paths.contact}>{text.toContact}</PageLink>
          </p>
        ) : (
          <p>{text.claimSent(formatDate(new Date(at)), formatDateTime(new Date(claimBy)))}</p>
        ))}
    </div>
  )
}
