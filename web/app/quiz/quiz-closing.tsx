import { quizText } from '@baobab/contract/quiz-text.ts'
import { errorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Note } from '../ui/note.tsx'
import { Squares } from '../ui/squares.tsx'
import { getAnswerOutbox } from './answer-outbox.ts'
import { describeProgress, toSquares, type QuizStep } from './rules.ts'
import { useFocusOn } from './use-focus-on.ts'
import { quizPageText } from './text.ts'

type Props = {
  steps: readonly QuizStep[]
  /** Answers that are still on their way; the result waits for them. */
  pending: number
  isTimeUp: boolean
  error: Error | null
  isRetrying: boolean
  onRetry: () => void
}

/** Between the last question and the result: nothing can be chosen any more, and nothing given is left behind. */
export function QuizClosing({ steps, pending, isTimeUp, error, isRetrying, onRetry }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>('closing')
  const isOffline = steps.some(({ status }) => status.kind === 'pending' && status.trouble === 'offline')
  return (
    <section className="card stack quiz-closing">
      <h1 ref={heading} tabIndex={-1}>
        {isTimeUp ? quizText.timeIsUp : quizPageText.finished}
      </h1>
      <Squares squares={toSquares(steps)} label={describeProgress(steps)} />
      {pending > 0 && (
        <Note kind={isOffline ? 'warn' : 'info'} icon={isOffline ? 'wifi-slash' : 'timer'} role="status">
          {isOffline ? quizPageText.offline : quizPageText.waitingForAnswers}
          {isTimeUp && ` ${quizPageText.lateRisk}`}
        </Note>
      )}
      {pending > 0 && isOffline && (
        <div>
          <Button kind="line" onClick={() => getAnswerOutbox().retryNow()}>
            Try again now
          </Button>
        </div>
      )}
      {pending === 0 && !error && <Loading text="Counting your points..." />}
      {pending === 0 && error && (
        <>
          <Note kind="bad" role="alert">
            {errorMessage(error)}
          </Note>
          <div>
            <Button kind="line" onClick={onRetry} busyLabel={isRetrying && 'Trying again...'}>
              Try again
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
