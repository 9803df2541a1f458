import { leaderboard, type LeaderboardEntry, leaderboardText } from '@baobab/contract/leaderboard/endpoints.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { prefetch } from '../../api/query.ts'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { AgeCategorySwitch, readCategoryParam, useCategoryParam } from '../age-category-switch.tsx'
import { BoardTable } from '../board-table.tsx'
import { text } from '../text.ts'
import { useBoard } from '../use-board.ts'

export function clientLoader({ request }: { request: Request }) {
  prefetch(leaderboard, { query: { ageCategory: readCategoryParam(new URL(request.url).searchParams) } })
  return null
}

export const meta = () => pageMeta(text.topStudents)

/** Top 1000 Students for admins. Roles that may see students can open them from here. */
export default function AdminTopStudents() {
  const [category, setCategory] = useCategoryParam()
  const board = useBoard(category)
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.scholarship} label={text.scholarshipManagement} />
        <PageHead title={text.topStudents} lead={text.topStudentsAdminLead(category)}>
          <AgeCategorySwitch value={category} onChange={setCategory} />
        </PageHead>
      </div>
      <ListQuery
        key={category}
        query={board}
        failed={leaderboardText.boardFailed}
        loading={leaderboardText.boardLoading}
        skeleton={<RowsSkeleton rows={10} />}
      >
        {(entries) =>
          entries.length === 0 ? <Empty title={text.empty} help={text.emptyHelp} /> : <Board entries={entries} />
        }
      </ListQuery>
    </>
  )
}

/** The number of rows in the first render; the rest, up to a thousand, are rendered with low priority. */
const INITIAL_ROWS = 40

function Board({ entries }: { entries: readonly LeaderboardEntry[] }) {
  const rows = useDeferredValue(entries, entries.slice(0, INITIAL_ROWS))
  const mayOpenStudents = useIsAllowed(studentDetails.who)
  return (
    <BoardTable
      entries={rows}
      {...(mayOpenStudents && {
        showUsername: (username: string) => <Link to={adminPaths.student(username)}>{username}</Link>,
      })}
    />
  )
}
