import { REPORT_TEXT_MAX } from '@baobab/contract/limits.ts'
import { outcomeSentences, quizReportsText } from '@baobab/contract/quiz-reports-text.ts'
import { reportQuestion, type QuestionReport } from '@baobab/contract/quiz-reports.ts'
import { ReportForm, reportReasons } from '@baobab/contract/quiz-reports-forms.ts'
import { reviewAttempt, type Review } from '@baobab/contract/quiz.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { invalidate, useApiMutation } from '../api/query.ts'
import { FormFailureNote } from '../forms/form-failure-note.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { reasonLabels } from './report-labels.ts'
import { text } from './text.ts'
import { cacheReport } from './use-review.ts'
import type { Quiz } from './use-quizzes.ts'

type Props = { quiz: Quiz; question: Review['questions'][number]; number: number }

/** A button that opens the form to report a question; once it is reported, the report and its answer. */
export function ReportQuestion({ quiz, question, number }: Props) {
  const [step, setStep] = useState<'closed' | 'open' | 'sent'>('closed')
  const opener = useRef<HTMLButtonElement>(null)
  const { _id, report } = question

  function cancel() {
    flushSync(() => setStep('closed'))
    opener.current?.focus()
  }

  if (report) return <OwnReport report={report} isNew={step === 'sent'} />
  if (step === 'closed')
    return (
      <Button kind="quiet" size="sm" ref={opener} onClick={() => setStep('open')}>
        {text.reportQuestion}
        <span className="sr">{text.numberOfQuestion(number)}</span>
      </Button>
    )
  const onSent = (sent: QuestionReport) => {
    setStep('sent')
    cacheReport(quiz, _id, sent)
  }
  return <ReportQuestionForm quiz={quiz} questionId={_id} onSent={onSent} onCancel={cancel} />
}

type FormProps = {
  quiz: Quiz
  questionId: string
  onSent: (report: QuestionReport) => void
  onCancel: () => void
}

const reasonOptions = reportReasons.map((value) => ({ value, label: reasonLabels[value] }))

function ReportQuestionForm({ quiz: { video, ageCategory }, questionId, onSent, onCancel }: FormProps) {
  const reporting = useApiMutation(reportQuestion)
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: ReportForm,
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
      // It was reported on another device: shows that report.
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
      <div className="row">
        <Button type="submit" size="sm" busyLabel={isSending && text.sendingReport}>
          {text.sendReport}
        </Button>
        <Button kind="line" size="sm" onClick={onCancel}>
          {text.cancelReport}
        </Button>
      </div>
    </form>
  )
}

/** What the student reported, and the answer. A new report gets the focus that its form had. */
function OwnReport({ report: { reason, text: written, answer }, isNew }: { report: QuestionReport; isNew: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) element.current?.focus({ preventScroll: true })
  }, [isNew])
  return (
    <div className="report stack stack-2 small" ref={element} tabIndex={-1}>
      <p>
        <b>{text.reported(reasonLabels[reason])}</b>
      </p>
      {written && <p className="report__t muted">{written}</p>}
      {answer ? (
        <>
          <p>{outcomeSentences[answer.outcome]}</p>
          <p className="report__t">{answer.text}</p>
        </>
      ) : (
        <p className="muted">{text.reportWaits}</p>
      )}
    </div>
  )
}
