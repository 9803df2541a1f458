import { reportQuestion, type QuestionReport, reviewAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { ReportForm as Schema, reportReasons } from '@baobab/contract/quiz/forms.ts'
import { REPORT_TEXT_MAX } from '@baobab/contract/quiz/rules.ts'
import { quizReportsText } from '@baobab/contract/quiz/text.ts'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { invalidate, useApiMutation } from '../api/query.ts'
import { FormButtons } from '../forms/form-buttons.tsx'
import { FormFailureNote } from '../forms/form-failure.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { TextArea } from '../ui/fields.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { toast } from '../ui/toast.tsx'
import { reasonLabels, text } from './text.ts'
import type { Quiz } from './use-quizzes.ts'

type FormProps = {
  quiz: Quiz
  questionId: string
  onSent: (report: QuestionReport) => void
  onCancel: () => void
}

const reasonOptions = reportReasons.map((value) => ({ value, label: reasonLabels[value] }))

/** Asks what is wrong with a question. */
export function ReportForm({ quiz: { video, ageCategory }, questionId, onSent, onCancel }: FormProps) {
  const reporting = useApiMutation(reportQuestion)
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: Schema,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    failureMessage: quizReportsText.reportFailed,
    async send(body) {
      const params = { videoTitle: video.title, ageCategory, triviaId: questionId }
      const { message, report } = await reporting.mutateAsync({ params, body })
      toast(message)
      onSent(report)
    },
    onFailure(error) {
      // The question was reported on another device, so show that report.
      if (error.code === 'already_reported') void invalidate(reviewAttempt)
      return false
    },
  })
  const { control, setFocus } = form
  const needsText = useWatch({ control, name: 'reason' }) === 'other'
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <form className="report stack" noValidate aria-label={text.reportQuestion} onSubmit={(event) => void submit(event)}>
      <RadioGroup label={text.whatIsWrong} options={reasonOptions} {...field('reason')} />
      <TextArea
        label={needsText ? text.writeWhatIsWrong : text.writeMore}
        rows={3}
        maxLength={REPORT_TEXT_MAX}
        {...field('text')}
      />
      <FormFailureNote failure={failure} />
      <FormButtons busyLabel={isSending && text.sendingReport} cancelLabel={text.cancelReport} onCancel={onCancel}>
        {text.sendReport}
      </FormButtons>
    </form>
  )
}
