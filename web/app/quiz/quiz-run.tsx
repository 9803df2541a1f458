import { type Maintenance, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { useEffect } from 'react'
import { errorMessage, failureTitle } from '../api/error-message.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { describeMaintenance } from '../maintenance/maintenance-note.tsx'
import { Button } from '../ui/button.tsx'
import { formatClock } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Failure } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Squares } from '../ui/squares.tsx'
import { getAnswerOutbox } from './answer-outbox.ts'
import { QuizQuestion } from './quiz-question.tsx'
import { QuizResult } from './quiz-result.tsx'
import { usePreloadedExtras } from './result-extras.tsx'
import { toSquares } from './rules.ts'
import { useRunningQuiz } from './running-quiz.tsx'
import { describeEnd, describeProgress, text } from './text.ts'
import { useAttempt } from './use-attempt.ts'
import { useFocusOn } from './use-focus-on.ts'
import type { Quiz } from './use-quizzes.ts'

type RunningAttempt = ReturnType<typeof useAttempt>

/** Shows the attempt until its result, resuming where the student left off. */
export function QuizRun({ quiz, studentId }: { quiz: Quiz; studentId: string }) {
  const attempt = useAttempt({ quiz, studentId })
  const { start, steps, currentIndex, step, left, totalSeconds } = attempt
  useLoadedPictures(steps)
  usePreloadedExtras()

  if (attempt.isLocked) return <QuizResult quiz={quiz} studentId={studentId} lead={describeEnd(attempt)} />
  if (attempt.isPaused) return <QuizPaused maintenance={attempt.maintenance} />
  if (attempt.isOver) return <Closing attempt={attempt} />
  if (step && left !== undefined && totalSeconds !== undefined)
    return (
      <QuizQuestion
        title={quiz.video.title}
        steps={steps}
        index={currentIndex}
        step={step}
        left={left}
        totalSeconds={totalSeconds}
        chosen={attempt.chosen}
        isYoung={quiz.ageCategory === '5-10'}
        onChoose={attempt.choose}
        onSubmit={attempt.submit}
        onNext={attempt.next}
      />
    )
  if (start.isError)
    return (
      <Failure
        heading="h1"
        title={failureTitle(start.error, quizText.quizFailed)}
        isRetrying={start.isFetching}
        onRetry={() => void start.refetch()}
      />
    )
  return (
    <Loading text={quizText.quizLoading}>
      <Skeleton shape="title" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
    </Loading>
  )
}

/** Shown between the last question and the result, until every answer has been sent. */
function Closing({ attempt: { steps, pending, isTimeUp, finish } }: { attempt: RunningAttempt }) {
  const heading = useFocusOn<HTMLHeadingElement>('closing')
  const isOffline = steps.some(({ status }) => status.kind === 'pending' && status.delay === 'offline')
  return (
    <section className="card stack quiz-closing">
      <h1 ref={heading} tabIndex={-1}>
        {isTimeUp ? quizText.timeIsUp : text.finished}
      </h1>
      <Squares squares={toSquares(steps)} label={describeProgress(steps)} />
      {pending > 0 && (
        <Note kind={isOffline ? 'warn' : 'info'} icon={isOffline ? 'wifi-slash' : 'timer'} role="status">
          {isOffline ? text.sendingOffline : text.waitingForAnswers}
          {isTimeUp && ` ${text.lateAnswersRisk}`}
        </Note>
      )}
      {pending > 0 && isOffline && (
        <div>
          <Button kind="line" onClick={() => getAnswerOutbox().retryNow()}>
            {text.tryAgainNow}
          </Button>
        </div>
      )}
      {pending === 0 && !finish.error && <Loading text={text.countingPoints} />}
      {pending === 0 && finish.error && (
        <>
          <Note kind="bad" role="alert">
            {errorMessage(finish.error)}
          </Note>
          <div>
            <Button kind="line" onClick={() => void finish.refetch()} busyLabel={finish.isFetching && text.tryingAgain}>
              {text.tryAgain}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

type WithPictures = { pictures: readonly string[] | null }

/** Loads the pictures of all questions when a quiz begins, because the clock does not wait for them later. */
function useLoadedPictures(questions: readonly WithPictures[] | undefined): void {
  const addresses = (questions ?? []).flatMap(({ pictures }) => pictures ?? []).join('\n')
  useEffect(() => {
    for (const address of addresses.split('\n').filter(Boolean)) new Image().src = address
  }, [addresses])
}

/** Replaces the question during maintenance: shows the time left, and when the quiz continues. */
function QuizPaused({ maintenance }: { maintenance: Maintenance | undefined }) {
  const heading = useFocusOn<HTMLHeadingElement>('paused')
  const running = useRunningQuiz()
  return (
    <section className="card stack quiz-paused">
      <h1 ref={heading} tabIndex={-1}>
        {running ? text.paused : text.notNow}
      </h1>
      {running && (
        <p className="row nowrap">
          <Icon name="pause" />
          <b>{text.pausedLeft(formatClock(running.left))}</b>
        </p>
      )}
      {maintenance ? (
        <Explanation maintenance={maintenance} isRunning={running !== undefined} />
      ) : (
        <Loading text={text.goesOn} />
      )}
      {running && maintenance && <p className="muted">{text.pausedHelp}</p>}
    </section>
  )
}

function Explanation({ maintenance, isRunning }: { maintenance: Maintenance; isRunning: boolean }) {
  const explanation = useServerTime((nowMs) => {
    if (!isRunning) return describeMaintenance(maintenance, nowMs)
    return maintenanceText.quizStopped({ expectedEndAt: new Date(maintenance.expectedEndAt), now: new Date(nowMs) })
  })
  return <p>{explanation}</p>
}
