import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { CategorySwitch } from './category-switch.tsx'
import { DrawRules } from './draw-rules.tsx'
import { useBoard } from './use-board.ts'
import { useCategory } from './use-category.ts'
import { useLiveBoard } from './use-live-board.ts'

export const meta = () =>
  pageMeta('Top 1000 Students', 'The public leaderboard of Baobab: usernames and points, in two age categories.')

const columns: readonly Column<LeaderboardEntry>[] = [
  { title: 'Rank', cell: (entry) => entry.rank.toLocaleString('en-NG') },
  { title: 'Username', cell: (entry) => <b>{entry.username}</b> },
  { title: 'Score', cell: (entry) => entry.score.toLocaleString('en-NG') },
]

/** The board that everybody may see: a username and points, nothing else. */
export default function TopStudents() {
  const isStudent = useStudentSession() !== undefined
  const [category, choose] = useCategory()
  return (
    <div className={isStudent ? 'stack stack-6' : 'wrap sec stack stack-6'}>
      <PageHead title="Top 1000 Students" lead={`Age ${category}. Usernames and points, nothing else.`}>
        <CategorySwitch value={category} onChange={choose} />
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

function Board({ category, isStudent }: { category: ReturnType<typeof useCategory>[0]; isStudent: boolean }) {
  const board = useBoard(category, useLiveBoard(category))
  if (board.data) return board.data.length > 0 ? <Rows entries={board.data} /> : <NobodyYet isStudent={isStudent} />
  if (board.isError)
    return (
      <Failure title={leaderboardText.boardFailed} isRetrying={board.isFetching} onRetry={() => void board.refetch()} />
    )
  return (
    <Loading text={leaderboardText.boardLoading}>
      <RowsSkeleton rows={10} />
    </Loading>
  )
}

/** Drawn at once; the rest of the thousand follows when the phone has time. */
const AT_ONCE = 40

/** Rows are known by their place, not by their student: when the board moves, the page stands still. */
const byPlace = (_: LeaderboardEntry, at: number) => String(at)

function Rows({ entries }: { entries: readonly LeaderboardEntry[] }) {
  const rows = useDeferredValue(entries, entries.slice(0, AT_ONCE))
  return (
    <Card flush className="board__table">
      <Table caption="Top 1000 Students" columns={columns} rows={rows} rowKey={byPlace} cards={false} />
    </Card>
  )
}

function NobodyYet({ isStudent }: { isStudent: boolean }) {
  return (
    <Empty title="Nobody stands here yet" help="The first correct answer takes the first place.">
      <Link className={buttonClass()} to={isStudent ? paths.student.trivia : paths.student.register}>
        {isStudent ? 'Take Quiz' : 'Start Now'}
      </Link>
    </Empty>
  )
}
