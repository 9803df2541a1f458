import { EXPLANATION_LENGTH, OPTION_LENGTH, QUESTION_LENGTH } from '@baobab/contract/quiz/rules.ts'
import { useId, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { optionIndexes } from '../use-question-form.ts'
import type { QuestionValues } from './question-values.ts'
import { text } from './text.ts'

/** Whether a question is saved. */
export type RowState = 'saved' | 'typing' | 'saving'

type Props = {
  number: number
  label: string
  values: QuestionValues
  state: RowState
  /** Why it is not saved, and what to do about it. */
  problem?: ReactNode
  /** Whether the options cannot be changed here, and why. */
  optionsNote?: ReactNode
  isReadOnly?: boolean
  children: ReactNode
  onChange: (values: QuestionValues) => void
  /** Called when the focus leaves the question. */
  onLeave: () => void
  /** Called when Enter is pressed in the last field. */
  onNext: () => void
}

/** One question of a quiz as a small form. The focus follows the order in which people write: question, options, answer. */
export function QuestionRow({ number, label, values, state, problem, optionsNote, children, ...props }: Props) {
  const { isReadOnly = false, onChange, onLeave, onNext } = props
  const row = useRef<HTMLLIElement>(null)
  const locksOptions = isReadOnly || Boolean(optionsNote)

  function leave(event: FocusEvent) {
    if (!row.current?.contains(event.relatedTarget)) onLeave()
  }

  /** In Safari a pressed button gets no focus, so discarding a question would first move the focus out of it and save it. */
  function keepFocus(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
  }

  /** Enter moves to the next field, as in a spreadsheet. */
  function onKeyDown(event: KeyboardEvent) {
    const { target } = event
    if (event.key !== 'Enter' || event.shiftKey || !isTextField(target)) return
    event.preventDefault()
    const fields = [...(row.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    fields[fields.indexOf(target) + 1]?.focus()
  }

  return (
    // Handles keys that are pressed inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={row}
      className="card stack stack-3 qrow"
      aria-label={label}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocus}
    >
      <div className="row between nowrap">
        <b className="num">{number}</b>
        <span role="status">
          <StateChip state={state} />
        </span>
      </div>
      <TextArea
        label={text.question}
        rows={2}
        data-field
        readOnly={isReadOnly}
        maxLength={QUESTION_LENGTH}
        value={values.question}
        onChange={(event) => onChange({ ...values, question: event.target.value.replaceAll('\n', ' ') })}
      />
      <div className="qrow__options">
        {optionIndexes.map((index) => (
          <TextField
            key={index}
            label={text.option(index)}
            data-field
            autoComplete="off"
            readOnly={locksOptions}
            maxLength={OPTION_LENGTH}
            value={values.options[index] ?? ''}
            onChange={({ target: { value } }) =>
              onChange({ ...values, options: values.options.map((option, at) => (at === index ? value : option)) })
            }
          />
        ))}
      </div>
      <Answer values={values} isReadOnly={isReadOnly} onChange={onChange} onNext={onNext} />
      {optionsNote}
      <MoreFields values={values} isReadOnly={isReadOnly} onChange={onChange} />
      {Boolean(problem) && (
        <div className="small qrow__problem" role="alert">
          {problem}
        </div>
      )}
      <div className="row">{children}</div>
    </li>
  )
}

type FieldsProps = Pick<Props, 'values' | 'onChange'> & { isReadOnly: boolean }

/** Marks the correct option. The arrow keys choose, and Enter starts the next question. */
function Answer({ values, isReadOnly, onChange, onNext }: FieldsProps & Pick<Props, 'onNext'>) {
  const name = useId()
  return (
    <fieldset className="row qrow__answer">
      <legend className="label">{text.correct}</legend>
      {optionIndexes.map((index) => {
        const isChosen = values.correctAnswer === String(index)
        return (
          <label className="check" key={index}>
            <input
              type="radio"
              name={name}
              // Enter moves through the elements with this attribute: of the radio buttons, only to the chosen one or the first.
              data-field={isChosen || (values.correctAnswer === '' && index === 0) || undefined}
              checked={isChosen}
              disabled={isReadOnly}
              onChange={() => onChange({ ...values, correctAnswer: String(index) })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                onNext()
              }}
            />
            <span>{text.letter(index)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

function MoreFields({ values, isReadOnly, onChange }: FieldsProps) {
  return (
    <details className="folded">
      <summary>
        {text.more}
        <Icon name="caret-down" />
      </summary>
      <div className="stack stack-3">
        <TextField
          label={text.explanation}
          readOnly={isReadOnly}
          maxLength={EXPLANATION_LENGTH}
          value={values.explanation}
          onChange={(event) => onChange({ ...values, explanation: event.target.value })}
        />
        <TextField
          label={text.moment}
          inputMode="numeric"
          autoComplete="off"
          readOnly={isReadOnly}
          value={values.momentSeconds}
          onChange={(event) => onChange({ ...values, momentSeconds: event.target.value })}
        />
      </div>
    </details>
  )
}

function StateChip({ state }: { state: RowState }) {
  if (state === 'saving') return <Chip kind="info">{text.saving}</Chip>
  return state === 'saved' ? (
    <Chip kind="ok" icon="check">
      {text.saved}
    </Chip>
  ) : (
    <Chip kind="warn">{text.notSaved}</Chip>
  )
}

function isTextField(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
}
