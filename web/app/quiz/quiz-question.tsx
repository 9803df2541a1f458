import { quizText } from '@baobab/contract/quiz/text.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { Link, useBlocker, useNavigate } from 'react-router'
import { studentSession } from '../api/session.ts'
import { celebrate } from '../celebration/celebrate.ts'
import { paths } from '../paths.ts'
import { useReadAloud } from '../read-aloud/use-read-aloud.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from '../ui/online.tsx'
import { useQuietScreen } from '../ui/quiet-screen.ts'
import { Ring } from '../ui/ring.tsx'
import { Squares } from '../ui/squares.tsx'
import { useFirstError } from '../ui/use-first-error.ts'
import { QuizDock } from './quiz-dock.tsx'
import { countPending, parseOptionKey, toSquares, type AnswerStatus, type QuizStep } from './rules.ts'
import { describeProgress, text, timeLeftSentence } from './text.ts'
import { useFocusOn, useOutcomeInView } from './use-focus-on.ts'

type Props = {
  title: string
  steps: readonly QuizStep[]
  index: number
  step: QuizStep
  /** The progress to show; by default the number of the question. */
  progress?: string
  /** By default whether it is the last of the steps. */
  isLast?: boolean
  /** Seconds until the deadline; undefined without a clock. */
  left?: number
  totalSeconds?: number
  chosen: string | undefined
  onChoose: (option: string) => void
  onSubmit: (option: string) => void
  onNext: () => void
  /** For the youngest students: larger options, and buttons that read the texts aloud. */
  isYoung?: boolean
  /** Where the cross at the top leads; by default to the quizzes, after a confirmation. */
  exit?: { to: string; label: string }
  /** Shown before an answer in a game without points, which may have a clock. */
  hint?: string
  /** The video that shows the answer's moment; undefined while a quiz runs, because its clock does not wait. */
  videoId?: string
}

/** Shows one question on the whole screen. Only the clock's ring moves. */
export function QuizQuestion(props: Props) {
  const { steps, index, step, left, chosen, isYoung = false, onChoose, onSubmit, onNext, videoId, hint } = props
  useQuietScreen()
  const readAloud = useReadAloud()
  const [isMissing, setMissing] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [questionId, errorId] = [useId(), useId()]
  const heading = useFocusOn<HTMLHeadingElement>(step._id)
  const form = useOutcomeInView<HTMLFormElement>(step.status.kind === 'saved', readAloud)
  const showFirstError = useFirstError()
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = step.status.kind === 'open' && step.options.length > 0
  const isRight = step.status.kind === 'saved' && step.status.correct && !step.status.voided
  useEffect(() => {
    if (isRight) celebrate('right')
  }, [isRight, step._id])
  const error =
    isMissing && isOpen && chosen === undefined ? { id: errorId, sentence: quizText.selectAnswer } : undefined
  const hasClock = left !== undefined
  const announceTime = () => setAnnouncement(left === undefined ? '' : timeLeftSentence(left))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(isOpen && chosen === undefined)
    if (!isOpen) return onNext()
    if (chosen === undefined) return showFirstError(event.currentTarget)
    // The options are about to be disabled, which would lose the focus if one of them had it.
    button.current?.focus()
    onSubmit(chosen)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (hasClock && event.key.toLowerCase() === 't') return announceTime()
    const optionIndex = parseOptionKey(event.key, step.options.length)
    const option = optionIndex === undefined ? undefined : step.options[optionIndex]
    if (option === undefined || !isOpen) return
    onChoose(option)
    document.getElementById(optionId(step, option))?.focus()
  }

  return (
    // Single-key shortcuts work only while the focus is inside the quiz (WCAG 2.1.4).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={isYoung ? 'quiz quiz--young' : 'quiz'}
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      noValidate
    >
      <div className="quiz__b">
        <Head {...props} />
        <Squares squares={toSquares(steps, index)} label={describeProgress(steps)} />
        {hasClock && (
          <p className="timeleft">
            <button type="button" className="btn btn--line btn--sm" onClick={announceTime} aria-keyshortcuts="T">
              {text.timeLeftButton}
            </button>
            <span className="sr" role="status">
              {announcement}
            </span>
          </p>
        )}
        <div className="qhead">
          <h1 className="qtext" id={questionId} ref={heading} tabIndex={-1}>
            {step.question}
          </h1>
          {readAloud && (
            <readAloud.ReadQuestion root={form} questionId={step._id} isAnswered={step.status.kind === 'saved'} />
          )}
        </div>
        {step.options.length === 0 ? (
          <p>{quizText.noOptions}</p>
        ) : (
          <Options
            step={step}
            questionId={questionId}
            errorId={error?.id}
            chosen={chosen}
            onChoose={onChoose}
            renderReader={(index) =>
              isYoung && readAloud && <readAloud.ReadOption root={form} index={index} letter={LETTERS[index] ?? ''} />
            }
          />
        )}
        <p className="small muted quiz__keys">{hasClock ? text.keys : text.keysWithoutClock}</p>
      </div>
      <QuizDock
        step={step}
        isLast={props.isLast ?? index + 1 === steps.length}
        hasPoints={hasClock && hint === undefined}
        hint={hint ?? text.practiceHint}
        videoId={videoId}
        error={error}
        button={button}
      />
    </form>
  )
}

/** Shown above the question: the exit link and the clock. */
function Head({ title, steps, index, progress, left, totalSeconds, exit }: Props) {
  const pending = countPending(steps.slice(0, index))
  const isOnline = useOnline()
  return (
    <header className="row nowrap between">
      {exit ? (
        <Link className="icon-btn" to={exit.to} aria-label={exit.label}>
          <Icon name="x" />
        </Link>
      ) : (
        <LeaveButton />
      )}
      <div className="grow">
        <p className="small muted clip">{title}</p>
        <p className="small">
          <b>{progress ?? text.questionNumber(index + 1, steps.length)}</b>
          {!isOnline && <span> · {text.noNetwork}</span>}
          <span role="status">{pending > 0 && ` · ${text.answersToSend(pending)}`}</span>
        </p>
      </div>
      {left !== undefined && totalSeconds !== undefined && <Ring secondsLeft={left} totalSeconds={totalSeconds} />}
    </header>
  )
}

/** Leads to the list of quizzes. Asks first, as does the phone's Back button, because the clock of the only try keeps running. */
function LeaveButton() {
  const navigate = useNavigate()
  // If the login has ended, leaves without asking.
  const blocker = useBlocker(() => studentSession() !== undefined)
  const isAsking = blocker.state === 'blocked'
  return (
    // Keys that are pressed in the dialog must not act as shortcuts of the quiz.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => isAsking && event.stopPropagation()}>
      <IconButton icon="x" label={text.leaveQuiz} onClick={() => void navigate(paths.student.trivia)} />
      <Dialog
        isOpen={isAsking}
        title={text.leaveQuestion}
        confirmLabel={text.leave}
        cancelLabel={text.stay}
        isDangerous
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {text.clockKeepsRunning}
      </Dialog>
    </div>
  )
}

type OptionsProps = {
  step: QuizStep
  questionId: string
  errorId: string | undefined
  chosen: string | undefined
  onChoose: (option: string) => void
  /** Renders the button that reads an option aloud. */
  renderReader: (index: number) => ReactNode
}

const LETTERS = ['A', 'B', 'C', 'D']

/** The options as a native radio group, which supports arrow keys and screen readers. */
function Options({ step, questionId, errorId, chosen, onChoose, renderReader }: OptionsProps) {
  const { status } = step
  const isOpen = status.kind === 'open'
  const selected = isOpen ? chosen : status.answer
  return (
    <fieldset
      className={step.pictures ? 'qpics' : 'stack stack-3'}
      role="radiogroup"
      aria-labelledby={questionId}
      aria-describedby={errorId}
      aria-invalid={errorId !== undefined || undefined}
      disabled={!isOpen}
    >
      {step.options.map((option, index) => (
        <div key={option} className="qrow">
          <label className={`qopt ${optionClass(step, option, option === selected)}`}>
            <input
              className="sr"
              id={optionId(step, option)}
              type="radio"
              name={step._id}
              value={option}
              checked={option === selected}
              onChange={() => onChoose(option)}
            />
            {step.pictures && <OptionPicture src={step.pictures[index]} />}
            <span className="k" aria-hidden="true">
              {LETTERS[index]}
            </span>
            <span>
              {option}
              {status.kind === 'saved' && <span className="sr">{describeOption(status, option)}</span>}
            </span>
            {status.kind === 'saved' && !status.voided && (option === selected || isRight(status, option)) && (
              <Icon name={isRight(status, option) ? 'check-circle' : 'x-circle'} size="lg" />
            )}
          </label>
          {renderReader(index)}
        </div>
      ))}
    </fieldset>
  )
}

/** An option's picture. Decorative: the option's text is below it, and suffices if the picture does not load. */
function OptionPicture({ src }: { src: string | undefined }) {
  return (
    <span className="qopt__p">
      <img src={src} alt="" width={480} height={480} decoding="async" />
    </span>
  )
}

function optionId(step: QuizStep, option: string): string {
  return `${step._id}-${step.options.indexOf(option)}`
}

function optionClass({ status }: QuizStep, option: string, isSelected: boolean): string {
  if (status.kind === 'open') return isSelected ? 'is-sel' : ''
  if (status.kind !== 'saved' || status.voided) return isSelected ? 'is-off is-sel' : 'is-off'
  if (isRight(status, option)) return 'is-off is-right'
  return isSelected ? 'is-off is-wrong' : 'is-off'
}

/** Whether to show an option as correct after the question is answered. */
function isRight(status: AnswerStatus, option: string): boolean {
  if (status.kind !== 'saved' || status.voided) return false
  return status.correct ? option === status.answer : option === status.correctAnswer
}

/** Describes an option's result for screen readers. A void question has none. */
function describeOption(status: Extract<AnswerStatus, { kind: 'saved' }>, option: string): string {
  if (status.voided) return ''
  if (option === status.answer) return status.correct ? text.chosenCorrect : text.chosenIncorrect
  return isRight(status, option) ? text.rightOption : ''
}
