import { outcomeSentences } from '@baobab/contract/quiz/text.ts'
import type { QuestionReport, Review } from '@baobab/contract/quiz/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { reasonLabels, text } from './text.ts'
import { cacheReport } from './use-review.ts'
import type { Quiz } from './use-quizzes.ts'

const loadReportForm = async () => (await import('./report-form.tsx')).ReportForm

type Props = { quiz: Quiz; question: Review['questions'][number]; number: number }

/** A button that opens the form for reporting a question; after that, the report and its answer. */
export function ReportQuestion({ quiz, question, number }: Props) {
  const { Loaded: Form, open, close, busyLabel } = useOnDemand(loadReportForm)
  const [isNew, setIsNew] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { _id, report } = question

  function cancel() {
    flushSync(close)
    opener.current?.focus()
  }

  if (report) return <OwnReport report={report} isNew={isNew} />
  if (!Form)
    return (
      <Button kind="quiet" size="sm" ref={opener} busyLabel={busyLabel} onClick={() => void open()}>
        {text.reportQuestion}
        <span className="sr">{text.numberOfQuestion(number)}</span>
      </Button>
    )
  const onSent = (sent: QuestionReport) => {
    setIsNew(true)
    cacheReport(quiz, _id, sent)
  }
  return <Form quiz={quiz} questionId={_id} onSent={onSent} onCancel={cancel} />
}

/** What the student reported, and the answer. A new report takes over the focus from its form. */
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
