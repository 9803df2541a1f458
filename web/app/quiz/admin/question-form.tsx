import { ageCategories } from '@baobab/contract/age.ts'
import { QUESTION_LENGTH } from '@baobab/contract/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { QuestionFormState } from './use-question-form.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { OptionFields } from './option-fields.tsx'

type Props = {
  entry: QuestionFormState
  /** Its name, and the button's. */
  label: string
  submitLabel: string
  /** Those to choose from; none where the question stays where it is. */
  videos?: readonly AdminVideo[]
}

export function QuestionFields({ entry, label, submitLabel, videos }: Props) {
  const { form, submit, refusal, isBusy } = entry
  const { errors } = form.formState
  return (
    <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label={label}>
      {videos && <GameFields form={form} videos={videos} />}
      <TextArea
        label="Question"
        rows={2}
        maxLength={QUESTION_LENGTH}
        error={errors.question?.message}
        {...form.register('question')}
      />
      <OptionFields form={form} />
      {refusal && (
        <Note kind="bad" role="alert">
          {refusal}
        </Note>
      )}
      <Button type="submit" block busyLabel={isBusy && 'Submitting...'}>
        {submitLabel}
      </Button>
    </form>
  )
}

type GameProps = { form: QuestionFormState['form']; videos: readonly AdminVideo[] }

function GameFields({ form, videos }: GameProps) {
  const { errors } = form.formState
  return (
    <>
      <Select
        label="Video title"
        placeholder="Select"
        options={videos.map(({ title }) => ({ value: title, label: title }))}
        error={errors.videoTitle?.message}
        {...form.register('videoTitle')}
      />
      <Select
        label="Age category"
        placeholder="Select"
        options={ageCategories.map((value) => ({ value, label: value }))}
        error={errors.ageCategory?.message}
        {...form.register('ageCategory')}
      />
    </>
  )
}
