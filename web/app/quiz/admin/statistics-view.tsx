import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { questionStatistics, type QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import { quizAdminText, quizText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatDateTime, formatCount } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { describeParts, formatPercent, formatSeconds, partLabels, splitAttempts, toShare, text } from './text.ts'
import { voidText } from './void-text.ts'
import type { QuizKey } from './with-questions.tsx'

type Statistics = ReplyOf<typeof questionStatistics>

/** Shows how students answer a quiz: all questions in a chart or a table, then the options of each. */
export function StatisticsView({ quiz }: { quiz: QuizKey }) {
  const query = useQuery(apiQuery(questionStatistics, { query: quiz }))
  return (
    <QueryView
      query={query}
      failed={quizAdminText.statisticsFailed}
      loading={
        <Loading text={quizAdminText.statisticsLoading}>
          <RowsSkeleton />
        </Loading>
      }
    >
      {(statistics) => {
        if (statistics.questions.length === 0) return <Empty title={quizText.noTrivias} />
        if (statistics.attempts === 0) return <Empty title={text.nobodyFinished} help={text.nobodyFinishedHelp} />
        return <QuizStatistics statistics={statistics} />
      }}
    </QueryView>
  )
}

const looks = [
  { value: 'chart', label: text.chart },
  { value: 'table', label: text.table },
] as const

function QuizStatistics({ statistics }: { statistics: Statistics }) {
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const { questions } = statistics
  return (
    <>
      <Card className="stack" aria-labelledby="answered">
        <div className="row between start">
          <div className="grow stack stack-2 figures__t">
            <h2 className="card__h" id="answered">
              {text.howStudentsAnswer}
            </h2>
            <p className="muted small">{describeSource(statistics)}</p>
            {statistics.practice.students > 0 && <p className="muted small">{describePractice(statistics.practice)}</p>}
          </div>
          <Segmented label={text.showAs} options={looks} value={look} onChange={setLook} />
        </div>
        {look === 'chart' ? (
          <StatisticsChart questions={questions} />
        ) : (
          <Table
            caption={text.tableCaption}
            columns={columns}
            rows={questions.map((question, index) => ({ ...question, number: index + 1 }))}
            rowKey={({ _id }) => _id}
          />
        )}
      </Card>
      <section className="stack" aria-labelledby="options">
        <h2 id="options">{text.whichOptions}</h2>
        <ol className="questions">
          {questions.map((question, index) => (
            <li key={question._id} className="card">
              <OptionShares question={question} heading={text.numbered(index + 1, question.question)} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function describePractice({ students, answered, correct }: Statistics['practice']): string {
  return text.practised(formatCount(students, 'student'), formatPercent(toShare(correct, answered)))
}

function describeSource({ attempts, limit, since, until }: Statistics): string {
  let source = formatCount(attempts, 'finished attempt')
  if (attempts === limit) source = text.newestAttempts(source)
  if (since && until)
    source = text.attemptsFrom(source, formatDateTime(new Date(since)), formatDateTime(new Date(until)))
  return text.source(source, limit.toLocaleString('en-NG'))
}

/** Shows a bar for each question, with the same numbers in words. */
function StatisticsChart({ questions }: { questions: readonly QuestionStatistics[] }) {
  return (
    <figure className="stack stack-3">
      <figcaption className="sharekey">
        {(['correct', 'wrong', 'none'] as const).map((kind) => (
          <span key={kind}>
            <svg width="12" height="12" aria-hidden="true">
              <rect className={`sharebar__${kind}`} width="100%" height="100%" />
            </svg>
            {partLabels[kind]}
          </span>
        ))}
      </figcaption>
      <ol className="shares">
        {questions.map((question, index) => (
          <li key={question._id}>
            <p className="small">
              <b>{text.numbered(index + 1, question.question)}</b>
            </p>
            <VoidChip voided={question.voided} />
            <ShareBar parts={splitAttempts(question)} />
            <p className="small muted num">{describeParts(question)}</p>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const columns: readonly Column<QuestionStatistics & { number: number }>[] = [
  {
    title: text.question,
    kind: 'who',
    cell: ({ number, question, voided }) => (
      <>
        <b>{text.numbered(number, question)}</b>
        <VoidChip voided={voided} />
      </>
    ),
  },
  {
    title: text.answered,
    kind: 'detail',
    cell: ({ answered, asked }) => text.answeredOf(answered.toLocaleString('en-NG'), asked.toLocaleString('en-NG')),
  },
  { title: text.correctColumn, kind: 'detail', cell: ({ correct, asked }) => formatPercent(toShare(correct, asked)) },
  {
    title: text.wrongColumn,
    kind: 'detail',
    cell: ({ answered, correct, asked }) => formatPercent(toShare(answered - correct, asked)),
  },
  { title: text.medianTime, kind: 'detail', cell: ({ medianSeconds }) => formatSeconds(medianSeconds) },
  { title: text.meanTime, kind: 'detail', cell: ({ meanSeconds }) => formatSeconds(meanSeconds) },
  { title: text.topWrong, kind: 'detail', cell: ({ topWrong }) => topWrong ?? text.notAvailable },
]

/** Marks a question that is void. */
function VoidChip({ voided }: Pick<QuestionStatistics, 'voided'>) {
  if (!voided) return null
  return (
    <div>
      <Chip kind="warn">{voidText.void[voided]}</Chip>
    </div>
  )
}

/** Shows how many students chose each option of a question, and how long the answers took. */
export function OptionShares({ question, heading }: { question: QuestionStatistics; heading: string }) {
  const { answered, options, former, topWrong, medianSeconds, meanSeconds } = question
  const answers = formatCount(answered, 'answer')
  return (
    <>
      <h3 className="questions__q">{heading}</h3>
      <VoidChip voided={question.voided} />
      <p className="muted small num">
        {answered === 0
          ? answers
          : text.answersWithTimes(answers, formatSeconds(medianSeconds), formatSeconds(meanSeconds))}
      </p>
      <ul className="shares">
        {options.map(({ option, isCorrect, chosen }) => (
          <li key={option}>
            <p className="row between nowrap start small">
              <span className="row">
                <span className="wrap-any">{option}</span>
                {isCorrect && (
                  <Chip kind="ok" icon="check">
                    {text.correctAnswer}
                  </Chip>
                )}
                {option === topWrong && (
                  <Chip kind="warn" icon="warning">
                    {text.topWrong}
                  </Chip>
                )}
              </span>
              <span className="num sharenum">
                {`${formatPercent(toShare(chosen, answered))} (${chosen.toLocaleString('en-NG')})`}
              </span>
            </p>
            <ShareBar parts={[{ kind: isCorrect ? 'correct' : 'wrong', share: toShare(chosen, answered) }]} />
          </li>
        ))}
      </ul>
      {former > 0 && <p className="muted small">{text.outdatedAnswers(formatCount(former, 'answer'))}</p>}
    </>
  )
}

/** A bar divided into parts by their shares. Decorative: the numbers are next to it in words. */
function ShareBar({ parts }: { parts: readonly { kind: string; share: number }[] }) {
  const placed = parts.map((part, index) => ({
    ...part,
    start: parts.slice(0, index).reduce((sum, { share }) => sum + share, 0),
  }))
  const toWidth = (share: number) => `${(share * 100).toFixed(2)}%`
  return (
    <svg className="sharebar" width="100%" height="16" aria-hidden="true">
      <rect className="sharebar__all" width="100%" height="100%" />
      {placed.map(({ kind, share, start }) => (
        <rect key={kind} className={`sharebar__${kind}`} x={toWidth(start)} width={toWidth(share)} height="100%" />
      ))}
    </svg>
  )
}
