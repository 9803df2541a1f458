import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { editQuestion, type QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import {
  countOpenReports,
  answerReports,
  listReportGroups,
  readReportGroup,
  type ReceivedReport,
  type ReportGroup,
} from '@baobab/contract/quiz/corrections.ts'
import { ReportAnswerForm, reportOutcomes } from '@baobab/contract/quiz/forms.ts'
import { REPORT_ANSWER_MAX, REPORTS_SHOWN } from '@baobab/contract/quiz/rules.ts'
import { outcomeSentences, quizReportsText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, invalidate, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { BackToList } from '../../shell/admin/back-to-list.tsx'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { reasonLabels } from '../text.ts'
import { DeleteQuestionDialog } from './delete-question-dialog.tsx'
import { OutcomeSteps } from './outcome-steps.tsx'
import { OptionShares } from './statistics-view.tsx'
import { text } from './text.ts'

/** Shows a reported question as it is now, with its statistics, its reports, and the answer or a form for answering. */
export function ReportedQuestion({ reportGroupId }: { reportGroupId: string }) {
  const query = useQuery(apiQuery(readReportGroup, { params: { reportGroupId } }))
  return (
    <>
      <div className="stack stack-3">
        <BackToList to={adminPaths.reports} label={text.reports} />
        <PageHead title={text.reportedQuestion} />
      </div>
      <QueryView
        query={query}
        failed={quizReportsText.reportsFailed}
        loading={
          <Card>
            <Loading text={quizReportsText.reportsLoading}>
              <RowsSkeleton rows={5} />
            </Loading>
          </Card>
        }
      >
        {(reply) => <Details {...reply} />}
      </QueryView>
    </>
  )
}

function Details({ group, statistics, reports }: ReplyOf<typeof readReportGroup>) {
  return (
    <>
      <QuestionNow group={group} statistics={statistics} />
      <Card className="stack" aria-labelledby="answer">
        <h2 className="card__h" id="answer">
          {text.answerToStudents}
        </h2>
        {group.answer ? (
          <GivenAnswer answer={group.answer} />
        ) : (
          <IfAllowed who={answerReports.who} otherwise={<p className="muted">{text.notAnsweredYet}</p>}>
            <AnswerForm group={group} statistics={statistics} />
          </IfAllowed>
        )}
      </Card>
      <Card className="stack" aria-labelledby="reports">
        <h2 className="card__h" id="reports">
          {text.receivedReports}
        </h2>
        {group.reportCount > REPORTS_SHOWN && (
          <p className="muted small">
            {text.newestShown(REPORTS_SHOWN.toLocaleString('en-NG'), group.reportCount.toLocaleString('en-NG'))}
          </p>
        )}
        <ul className="games">
          {reports.map((report) => (
            <li key={report._id}>
              <Report report={report} now={statistics} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function QuestionNow({ group, statistics }: { group: ReportGroup; statistics: QuestionStatistics | null }) {
  const { videoId, videoTitle, ageCategory, triviaId, question } = group
  return (
    <Card className="stack" aria-labelledby="question">
      <div>
        <h2 className="card__h" id="question">
          {text.questionNow}
        </h2>
        <p className="muted small">{text.quizOf(videoTitle ?? text.deletedVideo, ageCategory)}</p>
      </div>
      {statistics ? (
        <>
          <div className="questions">
            <OptionShares question={statistics} heading={statistics.question} />
          </div>
          <IfAllowed who={editQuestion.who}>
            {statistics.voided ? (
              <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.regrades}>
                {text.regrades}
              </Link>
            ) : (
              <div className="row">
                <Link
                  className={buttonClass({ kind: 'line', size: 'sm' })}
                  to={adminPaths.triviaEdit(videoId, ageCategory, triviaId)}
                >
                  {text.editQuestion}
                </Link>
                <Link
                  className={buttonClass({ kind: 'line', size: 'sm' })}
                  to={adminPaths.regradeFor(videoId, ageCategory, triviaId, group._id)}
                >
                  {text.correctAnswerAndPoints}
                </Link>
              </div>
            )}
          </IfAllowed>
        </>
      ) : (
        <>
          <p className="wrap-any">
            <b>{question}</b>
          </p>
          <Note kind="warn">{text.questionWasDeleted}</Note>
        </>
      )}
    </Card>
  )
}

function GivenAnswer({ answer }: { answer: NonNullable<ReportGroup['answer']> }) {
  const { outcome, text: written, answeredAt, answeredBy } = answer
  return (
    <>
      <div>
        <Chip kind="ok" icon="check">
          {text.outcomes[outcome]}
        </Chip>
      </div>
      <p className="report__t">{written}</p>
      <p className="small muted">{text.answeredBy(answeredBy, formatDateTime(new Date(answeredAt)))}</p>
    </>
  )
}

const outcomeOptions = reportOutcomes.map((value) => ({
  value,
  label: text.outcomes[value],
  detail: outcomeSentences[value],
}))

function AnswerForm({ group, statistics }: Pick<ReplyOf<typeof readReportGroup>, 'group' | 'statistics'>) {
  const [isDeleting, setIsDeleting] = useState(false)
  const reportGroupId = group._id
  const answering = useApiMutation(answerReports, { changes: [readReportGroup, listReportGroups, countOpenReports] })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: ReportAnswerForm,
    mode: 'onSubmit',
    defaultValues: { text: '' },
    async send(body) {
      toast((await answering.mutateAsync({ params: { reportGroupId }, body })).message)
    },
    onFailure(error) {
      // Another admin has answered first, so show their answer.
      if (error.code === 'report_answered') void invalidate(readReportGroup)
      return false
    },
  })
  const asked = statistics && !statistics.voided ? statistics : undefined
  return (
    <>
      <form className="stack" noValidate aria-labelledby="answer" onSubmit={(event) => void submit(event)}>
        <RadioGroup label={text.whatYouFound} cards options={outcomeOptions} {...field('outcome')} />
        {asked && <OutcomeSteps group={group} outcome={form.watch('outcome')} onDelete={() => setIsDeleting(true)} />}
        <TextArea
          label={text.yourAnswer}
          hint={text.answerHint}
          rows={4}
          maxLength={REPORT_ANSWER_MAX}
          {...field('text')}
        />
        <FormFailureNote failure={failure} />
        <div>
          <Button type="submit" busyLabel={isSending && text.sendingAnswer}>
            {text.sendAnswer}
          </Button>
        </div>
      </form>
      <DeleteQuestionDialog
        question={isDeleting ? asked : undefined}
        askedAfter={0}
        onClose={() => setIsDeleting(false)}
      />
    </>
  )
}

function Report({ report, now }: { report: ReceivedReport; now: QuestionStatistics | null }) {
  const { reason, text: written, reportedAt, question, options, correctAnswer, answer } = report
  return (
    <article className="grow stack stack-2">
      <p className="row between">
        <b>{reasonLabels[reason]}</b>
        <time className="small muted" dateTime={reportedAt}>
          {formatDateTime(new Date(reportedAt))}
        </time>
      </p>
      {written && <p className="report__t">{written}</p>}
      <p className="small muted wrap-any">
        {answer === null ? text.noAnswerInTime : richText(text.theirAnswer, { answer: <b>{answer}</b> })}
      </p>
      {(now === null || sawAnotherVersion(report, now)) && (
        <div className="small muted wrap-any">
          <p>{text.sawQuestion}</p>
          <p>{question}</p>
          <ul>
            {options.map((option) => (
              <li key={option}>{option}</li>
            ))}
          </ul>
          <p>{richText(text.sawCorrect, { answer: <b>{correctAnswer}</b> })}</p>
        </div>
      )}
    </article>
  )
}

type Version = Pick<ReceivedReport, 'question' | 'options' | 'correctAnswer'>

/** Whether a student saw a different version of a question than the current one. The order of options does not matter. */
export function sawAnotherVersion(seen: Version, now: Pick<QuestionStatistics, 'question' | 'options'>): boolean {
  const toKey = ({ question, options, correctAnswer }: Version) =>
    JSON.stringify([question, options.toSorted(), toComparisonKey(correctAnswer)])
  const options = now.options.map(({ option }) => option)
  const correctAnswer = now.options.find(({ isCorrect }) => isCorrect)?.option ?? ''
  return toKey(seen) !== toKey({ question: now.question, options, correctAnswer })
}
