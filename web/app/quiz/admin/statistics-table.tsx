import type { QuestionStatistics } from '@baobab/contract/quiz-admin.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { percent, seconds, shareOf } from './statistics-labels.ts'

const columns: readonly Column<QuestionStatistics & { number: number }>[] = [
  { title: 'Question', kind: 'who', cell: ({ number, question }) => <b>{`${number}. ${question}`}</b> },
  {
    title: 'Answered',
    kind: 'detail',
    cell: ({ answered, asked }) => `${answered.toLocaleString('en-NG')} of ${asked.toLocaleString('en-NG')}`,
  },
  { title: 'Correct', kind: 'detail', cell: ({ correct, asked }) => percent(shareOf(correct, asked)) },
  {
    title: 'Wrong',
    kind: 'detail',
    cell: ({ answered, correct, asked }) => percent(shareOf(answered - correct, asked)),
  },
  { title: 'Median time', kind: 'detail', cell: ({ medianSeconds }) => seconds(medianSeconds) },
  { title: 'Mean time', kind: 'detail', cell: ({ meanSeconds }) => seconds(meanSeconds) },
  { title: 'Draws most', kind: 'detail', cell: ({ topWrong }) => topWrong ?? 'N/A' },
]

export function StatisticsTable({ questions }: { questions: readonly QuestionStatistics[] }) {
  return (
    <Table
      caption="How students answer each question"
      columns={columns}
      rows={questions.map((question, at) => ({ ...question, number: at + 1 }))}
      rowKey={({ _id }) => _id}
    />
  )
}
