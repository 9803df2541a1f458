import { OPTION_LENGTH } from '@baobab/contract/limits.ts'
import type { UseFormReturn } from 'react-hook-form'
import { FieldError, useField } from '../../ui/field.tsx'
import type { QuestionForm } from '@baobab/contract/quiz-admin.ts'
import { optionIndexes, type QuestionFormValues } from './use-question-form.ts'

type Form = UseFormReturn<QuestionFormValues, unknown, QuestionForm>

/** Four options, and beside each the radio that makes it the correct one. */
export function OptionFields({ form }: { form: Form }) {
  const { options, correctAnswer } = form.formState.errors
  const wrong = optionIndexes.map((at) => options?.[at]?.message !== undefined)
  const optionError =
    options?.message ?? options?.root?.message ?? optionIndexes.map((at) => options?.[at]?.message).find(Boolean)
  const first = useField({ error: optionError })
  const second = useField({ error: correctAnswer?.message })
  const describedBy = [first, second]
    .map((field) => field.control['aria-describedby'])
    .filter(Boolean)
    .join(' ')
  return (
    <fieldset className="stack stack-3" aria-describedby={describedBy || undefined}>
      <legend className="label">Options and correct answer</legend>
      <p className="hint">Type four different options and mark the correct one.</p>
      {optionIndexes.map((at) => (
        <div className={wrong[at] ? 'option field--bad' : 'option'} key={at}>
          <label htmlFor={`${first.control.id}-${at}`}>Option {at + 1}</label>
          <input
            className="input"
            id={`${first.control.id}-${at}`}
            autoComplete="off"
            maxLength={OPTION_LENGTH}
            aria-invalid={wrong[at] || undefined}
            {...form.register(`options.${at}`)}
          />
          <label className="check">
            <input type="radio" value={at} {...form.register('correctAnswer')} />
            <span>
              Correct<span className="sr"> answer: option {at + 1}</span>
            </span>
          </label>
        </div>
      ))}
      <FieldError id={first.errorId}>{optionError}</FieldError>
      {correctAnswer?.message !== optionError && <FieldError id={second.errorId}>{correctAnswer?.message}</FieldError>}
    </fieldset>
  )
}
