import type { AgeCategory } from '@baobab/contract/age.ts'
import { leaderboard, type LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { AgeCategorySwitch } from './age-category-switch.tsx'
import { readCategoryParam, useCategoryParam } from './category-param.ts'
import { DrawRules } from './draw-rules.tsx'
import { text } from './text.ts'
import { useBoard } from './use-board.ts'
import { useLiveBoard } from './use-live-board.ts'

export function clientLoader({ request }: { request: Request }) {
  prefetch(leaderboard, { query: { ageCategory: readCategoryParam(new URL(request.url).searchParams) } })
  return null
}

export const meta = () => pageMeta(text.topStudents, text.topStudentsMeta)

const columns: readonly Column<LeaderboardEntry>[] = [
  { title: text.rank, cell: (entry) => entry.rank.toLocaleString('en-NG') },
  { title: text.username, cell: (entry) => <b>{entry.username}</b> },
  { title: text.score, cell: (entry) => entry.score.toLocaleString('en-NG') },
]

/** Top 1000 Students: the leaderboard for everyone, with usernames and scores only. */
export default function PublicLeaderboard() {
  const isStudent = useStudentSession() !== undefined
  const [category, setCategory] = useCategoryParam()
  return (
    <div className={isStudent ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      <PageHead title={text.topStudents} lead={text.topStudentsLead(category)}>
        <AgeCategorySwitch value={category} onChange={setCategory} />
      </PageHead>
      <div className="board">
        <div className="board__all">
          <Board key={category} category={category} isStudent={isStudent} />
        </div>
        <DrawRules />
      </div>
    </div>
  )
}

function Board({ category, isStudent }: { category: AgeCategory; isStudent: boolean }) {
  const board = useBoard(category, useLiveBoard(category))
  return (
    <QueryView
      query={board}
      failed={leaderboardText.boardFailed}
      loading={
        <Loading text={leaderboardText.boardLoading}>
          <RowsSkeleton rows={10} />
        </Loading>
      }
    >
      {(entries) => (entries.length > 0 ? <EntryTable entries={entries} /> : <EmptyBoard isStudent={isStudent} />)}
    </QueryView>
  )
}

/** The number of rows in the first render; the rest, up to a thousand, are rendered with low priority. */
const INITIAL_ROWS = 40

/** Rows are keyed by position, not by student: when ranks change, the page does not jump. */
const keyByPosition = (_: LeaderboardEntry, index: number) => String(index)

function EntryTable({ entries }: { entries: readonly LeaderboardEntry[] }) {
  const rows = useDeferredValue(entries, entries.slice(0, INITIAL_ROWS))
  return (
    <Card flush className="board__table">
      <Table caption={text.topStudents} columns={columns} rows={rows} rowKey={keyByPosition} cards={false} />
    </Card>
  )
}

function EmptyBoard({ isStudent }: { isStudent: boolean }) {
  return (
    <Empty title={text.empty} help={text.emptyHelp}>
      <Link className={buttonClass()} to={isStudent ? paths.student.trivia : paths.student.register}>
        {isStudent ? text.takeQuiz : text.startNow}
      </Link>
    </Empty>
  )
}
