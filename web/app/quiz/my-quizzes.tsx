import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { failureTitle } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatDateTime } from '../ui/format.ts'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { useResumeOutbox } from './answer-outbox.ts'
import { StreakCard } from './streak-card.tsx'
import { runningQuizText, text } from './text.ts'

/** Lists all quizzes that the student has started, newest first, and the streak of days with a quiz. */
export function MyQuizzes() {
  const listed = useQuery(apiQuery(listAttempts, {}))
  useResumeOutbox(useStudentSession()?.studentId ?? '', listed.data?.attempts)
  return (
    <>
      <PageHead title={text.myQuizzes} lead={text.myQuizzesLead} />
      <QueryView
        query={listed}
        failed={failureTitle(listed.error, quizText.quizzesFailed)}
        loading={
          <Loading text={quizText.quizLoading}>
            <RowsSkeleton rows={5} />
          </Loading>
        }
      >
        {({ attempts, streakDays, streakWeek }) =>
          attempts.length === 0 ? (
            <Empty title={text.noQuizYet} help={text.noQuizYetHelp}>
              <Link className={buttonClass({ kind: 'accent' })} to={paths.student.trivia}>
                {text.takeQuiz}
              </Link>
            </Empty>
          ) : (
            <div className="history">
              <div className="history__streak">
                <StreakCard days={streakDays} week={streakWeek} />
              </div>
              <ol className="card card--flush history__rows" aria-label={text.myQuizzes}>
                {attempts.map((attempt) => (
                  <QuizRow key={attempt._id} attempt={attempt} />
                ))}
              </ol>
            </div>
          )
        }
      </QueryView>
    </>
  )
}

function QuizRow({ attempt }: { attempt: AttemptSummary }) {
  const { videoTitle, ageCategory, startedAt, score, maxScore, state } = attempt
  return (
    <li className="history__row">
      <div className="stack stack-2 grow">
        <h2>{videoTitle}</h2>
        <p className="small muted">
          {text.age(ageCategory)} · <time dateTime={startedAt}>{formatDateTime(new Date(startedAt))}</time>
        </p>
      </div>
      {state === 'running' ? (
        <Chip kind="warn" icon="timer">
          {text.running}
        </Chip>
      ) : (
        <Chip kind={score > 0 ? 'ok' : 'plain'} icon={score > 0 ? 'check' : 'lock-simple'}>
          {text.points(score, maxScore)}
        </Chip>
      )}
      <QuizLink attempt={attempt} />
    </li>
  )
}

function QuizLink({ attempt: { hasVideo, state, videoId, videoTitle } }: { attempt: AttemptSummary }) {
  if (!hasVideo) return <p className="small muted">{text.videoGone}</p>
  if (state === 'running')
    return (
      <Link
        className={buttonClass({ kind: 'accent', size: 'sm' })}
        to={paths.student.quiz(videoId)}
        aria-label={runningQuizText.continueQuizOf(videoTitle)}
      >
        {runningQuizText.continueQuiz}
      </Link>
    )
  return (
    <Link
      className={buttonClass({ kind: 'line', size: 'sm' })}
      to={paths.student.review(videoId)}
      aria-label={text.seeReviewOf(videoTitle)}
    >
      {text.seeReview}
    </Link>
  )
}
