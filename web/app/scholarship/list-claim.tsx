import { type MyDraw, leftOutSentences } from '@baobab/contract/scholarship/endpoints.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { PageLink } from '../shell/page-link.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { formatDate, formatDateTime } from '../ui/dates.ts'
import { text } from './text.ts'

const loadListClaimForm = async () => (await import('./list-claim-form.tsx')).ListClaimForm

type MissingFrom = MyDraw['missingFrom'][number]

type ListClaimProps = {
  missing: MissingFrom
  /** Whether the student has a number on the list, which cannot win. */
  isNumbered: boolean
  children?: ReactNode
}

/** A list by which the student cannot win: why, a way to say that this is wrong, and what came of it. */
export function ListClaim({ missing, isNumbered, children }: ListClaimProps) {
  const { month, leftOut, claimBy, canClaim, claim } = missing
  const { Loaded: Form, open, close, busyLabel } = useOnDemand(loadListClaimForm)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // The element that had the focus disappears, so the focus moves to the heading.
  const closeForm = () => {
    flushSync(close)
    heading.current?.focus()
  }
  return (
    <div className="stack stack-2">
      <h3 id={id} ref={heading} tabIndex={-1}>
        <Link to={paths.draw(month)}>{monthName(month)}</Link>
      </h3>
      <p>
        {isNumbered ? text.cannotWin : text.notOnList} {leftOutSentences[leftOut ?? 'below-the-cut']}
      </p>
      {children}
      {claim && <OwnClaim claim={claim} claimBy={claimBy} />}
      {canClaim && Form && (
        <Form month={month} question={isNumbered ? text.whyWin : text.whyOnList} labelledBy={id} onClose={closeForm} />
      )}
      {canClaim && !Form && (
        <>
          <p className="muted">{text.claimBy(formatDateTime(new Date(claimBy)))}</p>
          <div>
            <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => void open()}>
              {isNumbered ? text.shouldWin : text.shouldBeOnList}
            </Button>
          </div>
        </>
      )}
    </div>
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
