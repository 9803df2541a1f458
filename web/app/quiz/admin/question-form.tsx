import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { EXPLANATION_LENGTH, OPTION_LENGTH, QUESTION_LENGTH } from '@baobab/contract/quiz/rules.ts'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, useField, TextArea, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { text } from './text.ts'
import { optionIndexes, type QuestionFormState } from './use-question-form.ts'

type Props = {
  /** The result of useNewQuestion or useEditedQuestion. */
  question: QuestionFormState
  label: string
  submitLabel: string
  /** The videos to choose from, for a new question. */
  videos?: readonly AdminVideo[]
  /** Warns about another effect of saving. */
  warning?: string | undefined
  /** Whether the page has unsaved work outside the form. */
  hasOtherChanges?: boolean
}

/** The form for a question. Asks for confirmation before the page is left with unsaved changes. */
export function QuestionForm({ question, label, submitLabel, videos, warning, hasOtherChanges = false }: Props) {
  const { form, submit, refusal, isSending, hasUnsavedChanges } = question
  const { errors } = form.formState
  return (
    <>
      <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label={label}>
        {videos && <QuizFields form={form} videos={videos} />}
        <TextArea
          label={text.question}
          rows={2}
          maxLength={QUESTION_LENGTH}
          error={errors.question?.message}
          {...form.register('question')}
        />
        <OptionFields form={form} />
        <TextArea
          label={text.explanation}
          hint={text.explanationHint}
          rows={2}
          maxLength={EXPLANATION_LENGTH}
          error={errors.explanation?.message}
          {...form.register('explanation')}
        />
        <TextField
          label={text.moment}
          hint={text.momentHint}
          inputMode="numeric"
          autoComplete="off"
          error={errors.momentSeconds?.message}
          {...form.register('momentSeconds')}
        />
        {warning && (
          <Note kind="warn" role="status">
            {warning}
          </Note>
        )}
        {refusal && (
          <Note kind="bad" role="alert">
            {refusal}
          </Note>
        )}
        <Button type="submit" block busyLabel={isSending && text.submitting}>
          {submitLabel}
        </Button>
      </form>
      <UnsavedChangesDialog hasUnsavedChanges={hasUnsavedChanges || hasOtherChanges} />
    </>
  )
}

type FormProps = Pick<QuestionFormState, 'form'>

function QuizFields({ form, videos }: FormProps & { videos: readonly AdminVideo[] }) {
  const { errors } = form.formState
  return (
    <>
      <Select
        label={text.videoTitle}
        placeholder={text.select}
        options={videos.map(({ title }) => ({ value: title, label: title }))}
        error={errors.videoTitle?.message}
        {...form.register('videoTitle')}
      />
      <Select
        label={text.ageCategory}
        placeholder={text.select}
        options={ageCategories.map((value) => ({ value, label: value }))}
        error={errors.ageCategory?.message}
        {...form.register('ageCategory')}
      />
    </>
  )
}

/** Shows four options, each with a radio button that marks it as the correct one. */
function OptionFields({ form }: FormProps) {
  const { options, correctAnswer } = form.formState.errors
  // Errors about the answer or about all options are above the options, which do not fit on one screen.
  const groupError = options?.message ?? options?.root?.message ?? correctAnswer?.message
  const groupField = useField({ error: groupError })
  return (
    <fieldset className="stack stack-3" aria-describedby={groupField.control['aria-describedby']}>
      <legend className="label">{text.optionsLegend}</legend>
      <FieldError id={groupField.errorId}>{groupError}</FieldError>
      <p className="hint">{text.optionsHint}</p>
      {optionIndexes.map((index) => (
        <OptionField key={index} form={form} index={index} error={options?.[index]?.message} />
      ))}
    </fieldset>
  )
}

type OptionProps = FormProps & { index: number; error: string | undefined }

function OptionField({ form, index, error }: OptionProps) {
  const { control, errorId } = useField({ error })
  return (
    <div className={error ? 'option field--bad' : 'option'}>
      <label htmlFor={control.id}>{text.option(index + 1)}</label>
      <input
        className="input"
        autoComplete="off"
        maxLength={OPTION_LENGTH}
        {...control}
        {...form.register(`options.${index}`)}
      />
      <label className="check">
        <input type="radio" value={index} {...form.register('correctAnswer')} />
        <span>
          {text.correct}
          <span className="sr">{text.correctOption(index + 1)}</span>
        </span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** Asks before following a link that would lose what was typed or chosen. Only one per page, because the router supports one blocker. */
function UnsavedChangesDialog({ hasUnsavedChanges }: { hasUnsavedChanges: boolean }) {
  const blocker = useLeaveGuard(hasUnsavedChanges)
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={text.leaveTitle}
      confirmLabel={text.leave}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{text.leaveEffect}</p>
    </Dialog>
  )
}
