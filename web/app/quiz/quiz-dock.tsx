import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Step } from './rules.ts'
import { refusalSentence, words } from './words.ts'

type Props = {
  step: Step
  isLast: boolean
  error: { id: string; sentence: string } | undefined
  button: Ref<HTMLButtonElement>
}

/** At the foot of the screen: what became of the answer, and the one button. Its place never changes, only its words. */
export function QuizDock({ step, isLast, error, button }: Props) {
  const { standing } = step
  const isSending = standing.kind === 'pending' && standing.trouble === 'none'
  const isOpen = standing.kind === 'open' && step.options.length > 0
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
          {isOpen && !error && <p className="muted small">{words.beforeSubmit}</p>}
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
function lookOf({ standing }: Step): string {
  if (standing.kind === 'saved') return standing.correct ? 'dock--ok' : 'dock--bad'
  return standing.kind === 'refused' ? 'dock--bad' : ''
}

function Outcome({ step: { standing, refusal } }: { step: Step }) {
  if (standing.kind === 'open') return null
  if (standing.kind === 'pending') {
    if (standing.trouble === 'none') return null
    const isOffline = standing.trouble === 'offline'
    return (
      <p className="row nowrap">
        <Icon name={isOffline ? 'wifi-slash' : 'timer'} />
        {isOffline ? words.offline : words.slow}
      </p>
    )
  }
  if (standing.kind === 'refused') return <p>{refusalSentence(refusal)}</p>
  return (
    <>
      <h2>{standing.correct ? quizText.correctAnswer : quizText.incorrectAnswer}</h2>
      <p className="small">{standing.correct ? `${POINTS_PER_ANSWER} points.` : words.wrong}</p>
      {refusal && <p className="small">{refusalSentence(refusal)}</p>}
    </>
  )
}
