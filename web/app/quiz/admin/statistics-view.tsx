import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import { questionStatistics } from '@baobab/contract/quiz-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import { OptionShares } from './option-shares.tsx'
import { StatisticsChart } from './statistics-chart.tsx'
import { StatisticsTable } from './statistics-table.tsx'
import type { QuizKey } from './use-questions.ts'

type Statistics = ReplyOf<typeof questionStatistics>

/** How the questions of a game are answered: all at a glance, then each with its options. */
export function StatisticsView({ quiz }: { quiz: QuizKey }) {
  const statistics = useQuery(apiQuery(questionStatistics, { query: quiz }))
  if (statistics.isPending)
    return (
      <Loading text={quizAdminText.statisticsLoading}>
        <RowsSkeleton />
      </Loading>
    )
  if (!statistics.data)
    return (
      <Failure
        title={quizAdminText.statisticsFailed}
        isRetrying={statistics.isFetching}
        onRetry={() => void statistics.refetch()}
      />
    )
  if (statistics.data.questions.length === 0) return <Empty title={quizText.noTrivias} />
  if (statistics.data.attempts === 0)
    return <Empty title="Nobody has finished this quiz yet." help="The figures come with the first finished attempt." />
  return <Figures statistics={statistics.data} />
}

const looks = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

function Figures({ statistics }: { statistics: Statistics }) {
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const { questions } = statistics
  return (
    <>
      <Card className="stack" aria-labelledby="answered">
        <div className="row between start">
          <div className="grow stack stack-2 figures__t">
            <h2 className="card__h" id="answered">
              How students answer
            </h2>
            <p className="muted small">{sourceOf(statistics)}</p>
          </div>
          <Segmented label="Show as" options={looks} value={look} onChange={setLook} />
        </div>
        {look === 'chart' ? <StatisticsChart questions={questions} /> : <StatisticsTable questions={questions} />}
      </Card>
      <section className="stack" aria-labelledby="options">
        <h2 id="options">Which options they choose</h2>
        <ol className="questions">
          {questions.map((question, at) => (
            <li key={question._id} className="card">
              <OptionShares question={question} number={at + 1} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function sourceOf({ attempts, limit, since, until }: Statistics): string {
  const counts = `${formatCount(attempts, 'finished attempt')}${attempts === limit ? ', the newest ones' : ''}`
  const span = since && until ? `, ${formatDateTime(new Date(since))} to ${formatDateTime(new Date(until))}` : ''
  return `From ${counts}${span}. At most the newest ${limit.toLocaleString('en-NG')} are counted; attempts that were reset are not.`
}
