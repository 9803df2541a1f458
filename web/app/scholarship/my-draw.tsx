import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { formatCode } from '@baobab/contract/scholarship/draw/rules.ts'
import {
  myDraw,
  type MyDraw as MyDrawReply,
  type OutsideReason,
  leftOutSentences,
  type MyDraw,
} from '@baobab/contract/scholarship/endpoints.ts'
import { monthName, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { buttonClass, Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { ForExperts } from '../ui/for-experts.tsx'
import { formatDate, formatDateTime } from '../ui/format.ts'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { formatDaysLeft } from './days-left.ts'
import { text as prizeText } from './prize-text.ts'
import { reasonHelp, stateLabels, text } from './text.ts'

/** Whether the student is in this month's draw, or why not yet, and the student's numbers in past draws. */
export function MyDraw() {
  const mine = useQuery(apiQuery(myDraw, {}))
  return (
    <Card className="stack" aria-labelledby="my-draw">
      <h2 className="card__h" id="my-draw">
        {text.myDraw}
      </h2>
      <QueryView
        query={mine}
        failed={scholarshipText.drawFailed}
        heading="h3"
        loading={
          <Loading text={scholarshipText.drawLoading}>
            <RowsSkeleton rows={2} />
          </Loading>
        }
      >
        {({ current, missingFrom, entries }) => (
          <>
            <Current current={current} />
            {missingFrom.map((missing) => {
              const entry = entries.find(({ month, index }) => month === missing.month && index !== null)
              return (
                <ListClaim key={missing.month} missing={missing} isNumbered={entry !== undefined}>
                  {entry && <Numbered entry={entry} />}
                </ListClaim>
              )
            })}
            {entries
              .filter(({ month }) => !missingFrom.some((missing) => missing.month === month))
              .map((entry) => (
                <Entry key={entry.month} entry={entry} />
              ))}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function Current({ current: { month, rank, reasons, isHeld } }: { current: MyDrawReply['current'] }) {
  const daysLeft = useServerTime(formatDaysLeft)
  return (
    <>
      <p>
        <b>{(reasons.length === 0 ? text.inDraw : text.notInDraw)(shortMonthName(month))}</b>{' '}
        <span className="muted">{daysLeft}</span>
      </p>
      {reasons.length > 0 && (
        <ul className="stack stack-2">
          {reasons.map((reason) => (
            <li key={reason}>
              {describeReason(reason, rank)} <ReasonLink reason={reason} />
            </li>
          ))}
        </ul>
      )}
      {isHeld && (
        <p>
          {text.onHold} <Link to={paths.student.dashboard}>{text.toHold}</Link>
        </p>
      )}
    </>
  )
}

/** Says what a student can do. A student tied at the cut can be left out despite a rank within the first 1,000. */
function describeReason(reason: OutsideReason, rank: number | null): string {
  const isTied = reason === 'below-the-cut' && rank !== null && rank <= LEADERBOARD_SIZE
  return isTied ? text.tiedAtCut : reasonHelp[reason]
}

/** Links to what a student can do about a reason. */
function ReasonLink({ reason }: { reason: OutsideReason }) {
  if (reason === 'not-paid') return <Link to={paths.student.payment}>{text.toPayment}</Link>
  if (reason === 'no-category') return <Link to={paths.student.setting}>{text.toSettings}</Link>
  if (reason === 'disqualified') return <PageLink to={paths.contact}>{text.toContact}</PageLink>
  return <Link to={paths.student.trivia}>{text.toQuizzes}</Link>
}

type Entry = MyDrawReply['entries'][number]

function Entry({ entry }: { entry: Entry }) {
  const { month, state, index, leftOut, hasWon, isHeld } = entry
  return (
    <div className="stack stack-2">
      <div className="row">
        <h3 className="grow">
          <Link to={paths.draw(month)}>{monthName(month)}</Link>
        </h3>
        <Chip kind={hasWon && !isHeld ? 'ok' : 'plain'}>{hasWon && !isHeld ? text.youWon : stateLabels[state]}</Chip>
      </div>
      {leftOut && (
        <p className="muted">
          {index !== null && text.cannotWin} {leftOutSentences[leftOut]}
        </p>
      )}
      <Numbered entry={entry} />
    </div>
  )
}

/** What a student on a list gets: the number, the prize if it was drawn, and the receipt. */
function Numbered({ entry }: { entry: Entry }) {
  const { month, index, entrantCount, leftOut, leaf, receipt, listHash, isStruck, hasWon, isHeld } = entry
  if (index === null) return null
  return (
    <>
      <p>{text.myNumber(index, entrantCount)}</p>
      {isStruck && !leftOut && <p>{text.struckOut}</p>}
      {hasWon && isHeld && <p>{prizeText.waits}</p>}
      {hasWon && !isHeld && (
        <p>
          <Link className={buttonClass()} to={paths.student.claim}>
            {text.claimPrize}
          </Link>
        </p>
      )}
      <ForExperts>
        <p className="muted small">
          {text.receiptHelp} {text.indexHelp(index)}
        </p>
        <Labelled label={text.listCode} value={formatCode('list', listHash)} />
        {leaf !== null && <Labelled label={text.myLine} value={formatCode('line', leaf)} />}
        {receipt !== null && <Labelled label={text.myReceipt} value={receipt} />}
        <p>
          <Link to={paths.checkDraw(month)}>{text.checkReceipt}</Link>
        </p>
      </ForExperts>
    </>
  )
}

function Labelled({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <p className="muted small">{label}</p>
      <p className="hash">{value}</p>
    </div>
  )
}

const loadListClaimForm = async () => (await import('./list-claim-form.tsx')).ListClaimForm

type MissingFrom = MyDraw['missingFrom'][number]

type ListClaimProps = {
  missing: MissingFrom
  /** Whether the student has a number on the list, although it cannot win. */
  isNumbered: boolean
  children?: ReactNode
}

/** A list on which the student cannot win: why, a way to object, and what came of it. */
function ListClaim({ missing, isNumbered, children }: ListClaimProps) {
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
  const isOver = useServerTime((nowMs) => Date.parse(claimBy) < nowMs)
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
