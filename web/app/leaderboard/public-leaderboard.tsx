import type { AgeCategory } from '@baobab/contract/age.ts'
import { leaderboard } from '@baobab/contract/leaderboard.ts'
import { leaderboardText } from '@baobab/contract/leaderboard-text.ts'
import { Link } from 'react-router'
import { prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { AgeCategorySwitch } from './age-category-switch.tsx'
import { BoardTable } from './board-table.tsx'
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
      {(entries) => (entries.length > 0 ? <BoardTable entries={entries} /> : <EmptyBoard isStudent={isStudent} />)}
    </QueryView>
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
