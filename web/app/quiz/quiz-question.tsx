import { quizText } from '@baobab/contract/quiz-text.ts'
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Squares } from '../ui/squares.tsx'
import { QuizDock } from './quiz-dock.tsx'
import { QuizHead, TimeLeft, useTimeAnnouncement, type QuizExit } from './quiz-head.tsx'
import { optionId, QuizOptions } from './quiz-options.tsx'
import { optionOfKey, pendingCount, describeProgress, toSquares, type QuizStep } from './rules.ts'
import { useFocusOn } from './use-focus-on.ts'

type Props = {
  title: string
  steps: readonly QuizStep[]
  at: number
  step: QuizStep
  left: number
  totalSeconds: number
  chosen: string | undefined
  onChoose: (answer: string) => void
  onAnswer: (answer: string) => void
  onNext: () => void
  exit?: QuizExit
}

/** One question on the whole screen. Nothing moves but the ring. */
export function QuizQuestion(props: Props) {
  const { title, steps, at, step, left, totalSeconds, chosen, onChoose, onAnswer, onNext } = props
  const [isMissing, setMissing] = useState(false)
  const [questionId, errorId] = [useId(), useId()]
  const heading = useFocusOn<HTMLHeadingElement>(step._id)
  const button = useRef<HTMLButtonElement>(null)
  const { told, tell } = useTimeAnnouncement(left)
  const isOpen = step.status.kind === 'open' && step.options.length > 0
  const error =
    isMissing && isOpen && chosen === undefined ? { id: errorId, sentence: quizText.selectAnswer } : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(isOpen && chosen === undefined)
    if (!isOpen) return onNext()
    if (chosen === undefined) return
    // The options are about to be disabled; a focus in them would be lost.
    button.current?.focus()
    onAnswer(chosen)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key.toLowerCase() === 't') return tell()
    const place = optionOfKey(event.key, step.options.length)
    const option = place === undefined ? undefined : step.options[place]
    if (option === undefined || !isOpen) return
    onChoose(option)
    document.getElementById(optionId(step, option))?.focus()
  }

  return (
    // The keys work while the focus is in the quiz, and nowhere else (WCAG 2.1.4).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className="quiz" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className="quiz__b">
        <QuizHead
          title={title}
          progress={`Question ${at + 1} of ${steps.length}`}
          waiting={pendingCount(steps.slice(0, at))}
          left={left}
          totalSeconds={totalSeconds}
          exit={props.exit}
        />
        <Squares squares={toSquares(steps, at)} label={describeProgress(steps)} />
        <TimeLeft told={told} onAsk={tell} />
        <h1 className="qtext" id={questionId} ref={heading} tabIndex={-1}>
          {step.question}
        </h1>
        {step.options.length === 0 ? (
          <p>{quizText.noOptions}</p>
        ) : (
          <QuizOptions step={step} questionId={questionId} errorId={error?.id} chosen={chosen} onChoose={onChoose} />
        )}
        <p className="small muted quiz__keys">Keys: 1 to 4 or A to D choose, Enter submits, T tells the time left.</p>
      </div>
      <QuizDock step={step} isLast={at + 1 === steps.length} error={error} button={button} />
    </form>
  )
}
