import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { QuizStep } from './rules.ts'
import { describeRefusal, quizPageText } from './text.ts'

type Props = {
  step: QuizStep
  isLast: boolean
  error: { id: string; sentence: string } | undefined
  button: Ref<HTMLButtonElement>
}

/** At the foot of the screen: what became of the answer, and the one button. Its place never changes, only its words. */
export function QuizDock({ step, isLast, error, button }: Props) {
  const { status } = step
  const isSending = status.kind === 'pending' && status.trouble === 'none'
  const isOpen = status.kind === 'open' && step.options.length > 0
  return (
    <div className={`dock ${lookOf(step)}`}>
      <div>
        <div>
          <div role="status">
            <Outcome step={step} />
          </div>
          <div role="alert">
            {error && (
              <p className="err" id={error.id}>
                <Icon name="warning-circle" size="sm" />
                {error.sentence}
              </p>
            )}
          </div>
          {isOpen && !error && <p className="muted small">{quizPageText.beforeSubmit}</p>}
        </div>
        <Button type="submit" ref={button} busyLabel={isSending && 'Submitting...'}>
          {labelOf(isOpen, isLast)}
        </Button>
      </div>
    </div>
  )
}

function labelOf(isOpen: boolean, isLast: boolean): string {
  if (isOpen) return 'Submit'
  return isLast ? 'Finish Quiz' : 'Next Question'
}

/** Styled by the boolean: 'Incorrect answer.' has 'correct' in it (decisions 4). */
function lookOf({ status }: QuizStep): string {
  if (status.kind === 'saved') return status.correct ? 'dock--ok' : 'dock--bad'
  return status.kind === 'refused' ? 'dock--bad' : ''
}

function Outcome({ step: { status, refusal } }: { step: QuizStep }) {
  if (status.kind === 'open') return null
  if (status.kind === 'pending') {
    if (status.trouble === 'none') return null
    const isOffline = status.trouble === 'offline'
    return (
      <p className="row nowrap">
        <Icon name={isOffline ? 'wifi-slash' : 'timer'} />
        {isOffline ? quizPageText.offline : quizPageText.slow}
      </p>
    )
  }
  if (status.kind === 'refused') return <p>{describeRefusal(refusal)}</p>
  return (
    <>
      <h2>{status.correct ? quizText.correctAnswer : quizText.incorrectAnswer}</h2>
      <p className="small">{status.correct ? `${POINTS_PER_ANSWER} points.` : quizPageText.wrong}</p>
      {refusal && <p className="small">{describeRefusal(refusal)}</p>}
    </>
  )
}
