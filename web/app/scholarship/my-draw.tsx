import { myDraw, type MyDraw as MyDrawReply, type OutsideReason } from '@baobab/contract/scholarship.ts'
import { scholarshipText } from '@baobab/contract/scholarship-text.ts'
import { monthName } from '@baobab/contract/scholarship-month.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageLink } from '../shell/page-link.tsx'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { formatDaysLeft } from './days-left.ts'
import { Hash } from './hash-seal.tsx'
import { ListClaim } from './list-claim.tsx'
import { text as prizeText } from './prize-text.ts'
import { leftOutSentences, reasonHelp, stateLabels, text } from './text.ts'

/** Whether the student is in this month's draw, or why not yet, and the own numbers in the draws so far. */
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
        {({ studentId, current, missingFrom, entries }) => (
          <>
            <Current current={current} />
            {missingFrom.map((missing) => (
              <ListClaim key={missing.month} missing={missing} />
            ))}
            {entries
              .filter(({ month }) => !missingFrom.some((missing) => missing.month === month))
              .map((entry) => (
                <Entry key={entry.month} studentId={studentId} entry={entry} />
              ))}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function Current({ current: { month, closesAt, reasons, isHeld } }: { current: MyDrawReply['current'] }) {
  const [now] = useState(() => Date.now())
  return (
    <>
      <p>
        <b>{reasons.length === 0 ? text.inDraw(monthName(month)) : text.notInDraw(monthName(month))}</b>{' '}
        <span className="muted">{formatDaysLeft(new Date(closesAt), now)}</span>
      </p>
      {reasons.length > 0 && (
        <ul className="stack stack-2">
          {reasons.map((reason) => (
            <li key={reason}>
              {reasonHelp[reason]} <ReasonLink reason={reason} />
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

/** Leads to what a student can do about a reason. */
function ReasonLink({ reason }: { reason: OutsideReason }) {
  if (reason === 'not-paid') return <Link to={paths.student.payment}>{text.toPayment}</Link>
  if (reason === 'no-category') return <Link to={paths.student.setting}>{text.toSettings}</Link>
  if (reason === 'disqualified') return <PageLink to={paths.contact}>{text.toContact}</PageLink>
  return <Link to={paths.student.trivia}>{text.toQuizzes}</Link>
}

function Entry({ studentId, entry }: { studentId: string; entry: MyDrawReply['entries'][number] }) {
  const { month, state, index, leftOut, leaf, nonce, listHash, isStruck, hasWon, isHeld } = entry
  return (
    <div className="stack stack-2">
      <div className="row">
        <h3 className="grow">
          <Link to={paths.draw(month)}>{monthName(month)}</Link>
        </h3>
        <Chip kind={hasWon && !isHeld ? 'ok' : 'plain'}>{hasWon && !isHeld ? text.youWon : stateLabels[state]}</Chip>
      </div>
      {index === null ? (
        <p className="muted">{leftOut && leftOutSentences[leftOut]}</p>
      ) : (
        <>
          <p>{text.myNumber(index)}</p>
          {isStruck && <p>{text.struckOut}</p>}
          {hasWon && isHeld && <p>{prizeText.waits}</p>}
          {hasWon && !isHeld && (
            <p>
              <Link className={buttonClass({ kind: 'accent' })} to={paths.student.claim}>
                {text.claimPrize}
              </Link>
            </p>
          )}
          <details>
            <summary>{text.receipt}</summary>
            <div className="stack stack-2">
              <p className="muted small">{text.receiptHelp}</p>
              <p className="muted small">{text.listStep}</p>
              <Hash hash={listHash} label={text.listStep} />
              {leaf && <Labelled label={text.myLine} value={leaf} />}
              <Labelled label={text.myId} value={studentId} />
              {nonce && <Labelled label={text.mySecret} value={nonce} />}
            </div>
          </details>
        </>
      )}
    </div>
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
