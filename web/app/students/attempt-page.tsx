import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import { pointsText, readStudentAttempt, type StudentAttempt } from '@baobab/contract/students/points.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, prefetch } from '../api/query.ts'
import { reasonLabels } from '../fair-play/admin/text.ts'
import { BackToList } from '../shell/admin/back-to-list.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { AttemptQuestion } from './attempt-question.tsx'
import { attemptText as text, formatMoment } from './attempt-text.ts'

export function clientLoader({ request }: { request: Request }) {
  const attemptId = new URL(request.url).searchParams.get('id')
  if (attemptId) prefetch(readStudentAttempt, { params: { attemptId } })
  return null
}

export const meta = () => pageMeta(text.title)

/** Shows one quiz of a student, to answer a complaint about points. */
export default function AttemptPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  return (
    <>
      <BackToList to={adminPaths.users} label={text.users} />
      {id === '' ? <NotFound /> : <Attempt key={id} attemptId={id} />}
    </>
  )
}

function Attempt({ attemptId }: { attemptId: string }) {
  // Every request is written to the audit log, so it is not repeated when the window regains focus.
  const query = useQuery({
    ...apiQuery(readStudentAttempt, { params: { attemptId } }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { error } = query
  if (!query.data && error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <NotFound help={error.message} />
  return (
    <QueryView
      query={query}
      failed={pointsText.attemptFailed}
      help={errorMessage(error)}
      heading="h1"
      loading={
        <>
          <PageHead title={text.title} lead={text.lead} />
          <Card>
            <Loading text={pointsText.attemptLoading}>
              <RowsSkeleton rows={6} />
            </Loading>
          </Card>
        </>
      }
    >
      {(data) => <Details {...data} />}
    </QueryView>
  )
}

/** @param props.help the server's sentence, which says where a merged account is now */
function NotFound({ help = commonText.notFound }: { help?: string }) {
  return (
    <Empty heading="h1" title={text.notFound} help={help === commonText.notFound ? text.notFoundHelp : help}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.users}>
        {text.users}
      </Link>
    </Empty>
  )
}

function Details(data: StudentAttempt) {
  const { username, attempt, questions } = data
  const isRunning = attempt.state === 'running' && attempt.resetAt === null
  return (
    <>
      <PageHead title={attempt.videoTitle} lead={text.lead}>
        <div className="row">
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.student(username)}>
            {text.openAccount}
          </Link>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.points(username)}>
            {text.allPoints}
          </Link>
        </div>
      </PageHead>
      {isRunning && <Note kind="warn">{text.stillRunning}</Note>}
      {attempt.resetAt !== null && (
        <Note kind="warn" icon="arrow-counter-clockwise">
          {text.wasReset(formatMoment(attempt.resetAt), attempt.resetReason)}
        </Note>
      )}
      <div className="grid split split--top">
        <Facts {...data} />
        <Events {...data} />
      </div>
      <section className="stack" aria-labelledby="questions">
        <h2 className="card__h" id="questions">
          {text.questions}
        </h2>
        <ol className="stack">
          {questions.map((question, index) => (
            <AttemptQuestion key={question._id} question={question} number={index + 1} isRunning={isRunning} />
          ))}
        </ol>
      </section>
    </>
  )
}

function Facts(data: StudentAttempt) {
  return (
    <Card className="stack" aria-labelledby="facts">
      <div className="row between">
        <h2 className="card__h" id="facts">
          {text.facts}
        </h2>
        <StateChip {...data.attempt} />
      </div>
      <dl className="sfacts">
        {listFacts(data).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function StateChip({ state, resetAt }: StudentAttempt['attempt']) {
  if (resetAt !== null) return <Chip icon="arrow-counter-clockwise">{text.reset}</Chip>
  return state === 'running' ? (
    <Chip kind="warn" icon="timer">
      {text.running}
    </Chip>
  ) : (
    <Chip kind="ok" icon="lock-simple">
      {text.finished}
    </Chip>
  )
}

function listFacts({ username, attempt, givenBackSeconds }: StudentAttempt): [string, string][] {
  const { videoTitle, hasVideo, ageCategory, startedAt, deadline, lockedAt, seconds, score, maxScore } = attempt
  const extra = seconds - QUIZ_SECONDS
  const facts: [string, string][] = [
    [text.student, username],
    [text.video, hasVideo ? videoTitle : text.deletedVideo(videoTitle)],
    [text.ageCategory, ageCategory],
    [text.points, text.pointsOf(score, maxScore)],
    [text.started, formatMoment(startedAt)],
    [text.deadline, formatMoment(deadline)],
    [text.locked, describeLock(lockedAt, deadline)],
    [text.time, extra > 0 ? text.withExtraTime(seconds, extra) : text.plainTime(seconds)],
  ]
  if (givenBackSeconds > 0) facts.push([text.givenBack, text.plainTime(givenBackSeconds)])
  return facts
}

function describeLock(lockedAt: string | null, deadline: string): string {
  if (lockedAt === null) return text.notLocked
  return lockedAt === deadline ? text.ranOut(formatMoment(lockedAt)) : formatMoment(lockedAt)
}

/** Pauses, holds and reviews, which often explain a missing answer or missing points. */
function Events({ pauses, holds, reviewedAt }: StudentAttempt) {
  const until = (at: string | null) => (at === null ? null : formatMoment(at))
  const sentences = [
    ...pauses.map((pause) => text.paused(formatMoment(pause.from), until(pause.until))),
    ...holds.map((hold) => text.held(formatMoment(hold.from), until(hold.until), reasonLabels[hold.reason ?? 'other'])),
    ...reviewedAt.map((at) => text.reviewed(formatMoment(at))),
  ]
  return (
    <Card className="stack stack-3" aria-labelledby="events">
      <h2 className="card__h" id="events">
        {text.events}
      </h2>
      {sentences.length === 0 ? (
        <p className="muted">{text.nothingElse}</p>
      ) : (
        <ul className="stack stack-2">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className="small muted">{text.arrivalHelp}</p>
    </Card>
  )
}
