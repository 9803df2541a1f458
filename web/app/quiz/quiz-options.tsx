import { Icon } from '../ui/icon.tsx'
import type { QuizStep } from './rules.ts'

type Props = {
  step: QuizStep
  questionId: string
  errorId: string | undefined
  chosen: string | undefined
  onChoose: (answer: string) => void
}

const LETTERS = ['A', 'B', 'C', 'D']

/** Four large answers: a real radio group, so that arrow keys and screen readers know it. */
export function QuizOptions({ step, questionId, errorId, chosen, onChoose }: Props) {
  const { status } = step
  const isOpen = status.kind === 'open'
  const selected = isOpen ? chosen : status.answer
  return (
    <fieldset
      className="stack stack-3"
      role="radiogroup"
      aria-labelledby={questionId}
      aria-describedby={errorId}
      aria-invalid={errorId !== undefined || undefined}
      disabled={!isOpen}
    >
      {step.options.map((option, at) => (
        <label key={option} className={`qopt ${lookOf(step, option === selected)}`}>
          <input
            className="sr"
            id={optionId(step, option)}
            type="radio"
            name={step._id}
            value={option}
            checked={option === selected}
            onChange={() => onChoose(option)}
          />
          <span className="k" aria-hidden="true">
            {LETTERS[at]}
          </span>
          <span>
            {option}
            {option === selected && status.kind === 'saved' && (
              <span className="sr">{status.correct ? ', correct' : ', incorrect'}</span>
            )}
          </span>
          {option === selected && status.kind === 'saved' && (
            <Icon name={status.correct ? 'check-circle' : 'x-circle'} size="lg" />
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** For whoever moves the focus to an option. */
export function optionId(step: QuizStep, option: string): string {
  return `${step._id}-${step.options.indexOf(option)}`
}

function lookOf({ status }: QuizStep, isSelected: boolean): string {
  if (status.kind === 'open') return isSelected ? 'is-sel' : ''
  if (!isSelected) return 'is-off'
  if (status.kind === 'saved') return status.correct ? 'is-off is-right' : 'is-off is-wrong'
  return 'is-off is-sel'
}
