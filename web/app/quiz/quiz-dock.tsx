import { POINTS_PER_ANSWER, formatMoment } from '@baobab/contract/quiz/rules.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { voidSentences } from '@baobab/contract/quiz/voids.ts'
import type { MouseEvent, Ref } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { QuizStep } from './rules.ts'
import { describeRefusal, text } from './text.ts'

type Props = {
  step: QuizStep
  isLast: boolean
  /** False in practice, which earns no points. */
  hasPoints: boolean
  /** Shown before an answer that earns no points. */
  hint: string
  /** The video that a saved answer links to; undefined while a quiz runs. */
  videoId: string | undefined
  error: { id: string; sentence: string } | undefined
  button: Ref<HTMLButtonElement>
}

/** The bottom of the screen: the answer's outcome, and one button that stays in place while its label changes. */
export function QuizDock({ step, isLast, hasPoints, hint, videoId, error, button }: Props) {
  const { status } = step
  const isSending = status.kind === 'pending' && status.delay === 'none'
  const isOpen = status.kind === 'open' && step.options.length > 0
  const next = isLast ? text.finishQuiz : text.nextQuestion
  return (
    <div className={`dock ${dockClass(step)}`}>
      <div>
        <div>
          <div role="status">
            <Outcome step={step} hasPoints={hasPoints} videoId={videoId} />
          </div>
          <div role="alert">
            {error && (
              <p className="err" id={error.id}>
                <Icon name="warning-circle" size="sm" />
                {error.sentence}
              </p>
            )}
          </div>
          {isOpen && !error && (
            <p className="muted small dock__hint">{hasPoints ? text.beforeSubmit(POINTS_PER_ANSWER) : hint}</p>
          )}
        </div>
        <Button type="submit" ref={button} busyLabel={isSending && text.submitting} onClick={ignoreSecondClick}>
          {isOpen ? text.submit : next}
        </Button>
      </div>
    </div>
  )
}

/** The second click of a double click would skip the answer's outcome before it is read. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

/** Uses the boolean instead of the message, because 'Incorrect answer.' also contains 'correct'. */
function dockClass({ status }: QuizStep): string {
  if (status.kind === 'saved' && !status.voided) return status.correct ? 'dock--ok' : 'dock--warm'
  return status.kind === 'refused' ? 'dock--bad' : ''
}

function Outcome({ step: { status, refusal }, hasPoints, videoId }: Pick<Props, 'step' | 'hasPoints' | 'videoId'>) {
  if (status.kind === 'open') return null
  if (status.kind === 'pending') {
    if (status.delay === 'none') return null
    const isOffline = status.delay === 'offline'
    return (
      <p className="row nowrap">
        <Icon name={isOffline ? 'wifi-slash' : 'timer'} />
        {isOffline ? text.sendingOffline : text.sendingSlowly}
      </p>
    )
  }
  if (status.kind === 'refused') return <p>{describeRefusal(refusal)}</p>
  if (status.voided) return <p>{voidSentences[status.voided]}</p>
  return (
    <>
      <h2>{status.correct ? quizText.correctAnswer : quizText.incorrectAnswer}</h2>
      {status.explanation ? (
        <p className="small qwhy">{status.explanation}</p>
      ) : (
        <p className="small">
          {status.correct && hasPoints ? text.pointsEarned(POINTS_PER_ANSWER) : text.afterIncorrectAnswer}
        </p>
      )}
      <MomentLink className="small" videoId={videoId} seconds={status.momentSeconds} />
      {refusal && <p className="small">{describeRefusal(refusal)}</p>}
    </>
  )
}

type MomentLinkProps = {
  videoId: string | undefined
  /** Where the video shows the answer; nullish if no admin has set it. */
  seconds: number | null | undefined
  className?: string
}

/** A paragraph with a link to the moment in the video that shows the answer. Shows nothing without a video or a moment. */
export function MomentLink({ videoId, seconds, className }: MomentLinkProps) {
  if (videoId === undefined || typeof seconds !== 'number') return null
  return (
    <p className={className}>
      <Link to={paths.student.videoAt(videoId, seconds)}>{text.seeInVideo(formatMoment(seconds))}</Link>
    </p>
  )
}
