import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { type LeaderboardEntry, leaderboardText, LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import { RegisterLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { BoardTable } from './board-table.tsx'
import { DrawRules } from './draw-rules.tsx'
import { text } from './text.ts'

export const meta = () => pageMeta(text.topStudents, text.topStudentsMeta)

/** The rows that everybody loads. A link shows all of them. */
const FIRST_ROWS = 100

type BoardProps = {
  category: AgeCategory
  /** Null if they could not be loaded. */
  entries: readonly LeaderboardEntry[] | null
  /** Whether to show all rows instead of only the first ones. */
  isWhole: boolean
}

/** Top 1000 Students: the public leaderboard, with usernames, drawn pictures and scores only. */
export default function TopStudents(props: BoardProps) {
  const { category } = props
  return (
    <div className="wrap sec stack stack-6">
      <PageHead title={text.topStudents} lead={text.topStudentsLead(category)}>
        <nav className="seg" aria-label={leaderboardText.ageCategory}>
          {ageCategories.map((one) => (
            <Link key={one} to={paths.publicBoard(one)} aria-current={one === category ? 'page' : undefined}>
              {one}
            </Link>
          ))}
        </nav>
      </PageHead>
      <div className="board">
        <div className="stack board__all">
          <Board {...props} />
        </div>
        <DrawRules />
      </div>
    </div>
  )
}

function Board({ category, entries, isWhole }: BoardProps) {
  if (entries === null) return <NotLoaded title={leaderboardText.boardFailed} href={paths.publicBoard(category)} />
  if (entries.length === 0) {
    return (
      <Empty title={text.empty} help={text.emptyHelp}>
        <RegisterLink className={buttonClass()}>{text.startNow}</RegisterLink>
      </Empty>
    )
  }
  const hasMore = !isWhole && entries.length > FIRST_ROWS
  return (
    <>
      <BoardTable entries={hasMore ? entries.slice(0, FIRST_ROWS) : entries} />
      {hasMore && (
        <Link className={buttonClass({ kind: 'line' })} to={paths.publicBoard(category, true)}>
          {text.showAll(Math.min(entries.length, LEADERBOARD_SIZE))}
        </Link>
      )}
    </>
  )
}
