import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  leaderboard,
  myRank,
  neighbours,
  type LeaderboardEntry,
  type Neighbours,
  leaderboardText,
} from '@baobab/contract/leaderboard/endpoints.ts'
import { memo, useDeferredValue } from 'react'
import { Link } from 'react-router'
import { prefetch } from '../api/query.ts'
import { useStudentSession } from '../api/session.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { OwnHold } from '../fair-play/own-hold.tsx'
import { useMayHaveFriends } from '../api/use-may-have-friends.ts'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Podium, RankGap, RankRow } from '../ui/rank-row.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { AgeCategorySwitch, readCategoryParam, useCategoryParam } from './age-category-switch.tsx'
import { NeighbourRows } from './board-table.tsx'
import { DrawRules } from './draw-rules.tsx'
import { MyRankCard } from './my-rank-card.tsx'
import { text } from './text.ts'
import { useBoard, useMyRank, useNeighbours } from './use-board.ts'
import { useLiveBoard } from './use-live-board.ts'

export function clientLoader({ request }: { request: Request }) {
  const ageCategory = readCategoryParam(new URL(request.url).searchParams)
  prefetch(leaderboard, { query: { ageCategory } })
  prefetch(myRank, { query: { ageCategory } })
  prefetch(neighbours, { query: { ageCategory } })
  return null
}

export const meta = () => pageMeta(text.leaderboard, text.leaderboardMeta)

/** The student's leaderboard: the top three, all ranks, and the student's own rank. */
export default function StudentLeaderboard() {
  const [category, setCategory] = useCategoryParam()
  const myCategory = useAgeCategory()
  const mayHaveFriends = useMayHaveFriends()
  const isLive = useLiveBoard(category)
  const board = useBoard(category, isLive)
  return (
    <>
      <PageHead title={text.leaderboard} lead={text.leaderboardLead}>
        <AgeCategorySwitch value={category} onChange={setCategory} />
      </PageHead>
      <OwnHold />
      <div className="board">
        <MyRankCard category={category} board={board.data ?? []} isOwn={myCategory === category} isLive={isLive} />
        <div className="board__more">
          <Link className="league-line" to={paths.student.league}>
            <Icon name="ranking" size="lg" />
            <span>
              <b>{text.league}</b>
              <span className="small muted">{text.leagueHelp}</span>
            </span>
          </Link>
          {mayHaveFriends && (
            <Link className="league-line" to={paths.student.friends}>
              <Icon name="users-three" size="lg" />
              <b>{text.friends}</b>
            </Link>
          )}
        </div>
        <div className="stack board__all">
          <QueryView
            query={board}
            failed={leaderboardText.boardFailed}
            loading={
              <Loading text={leaderboardText.boardLoading}>
                <RowsSkeleton rows={8} />
              </Loading>
            }
          >
            {(entries) =>
              entries.length > 0 ? <Board category={category} entries={entries} isLive={isLive} /> : <EmptyBoard />
            }
          </QueryView>
        </div>
        <DrawRules isForStudent />
      </div>
    </>
  )
}

type BoardProps = { category: AgeCategory; entries: readonly LeaderboardEntry[]; isLive: boolean }

function Board({ category, entries, isLive }: BoardProps) {
  const username = useStudentSession()?.username
  const mine = useMyRank(category, isLive).data
  const around = useNeighbours(category).data
  const rank = mine?.rank ?? undefined
  const me = username && mine && rank !== undefined ? { username, rank, score: mine.score } : undefined
  return (
    <>
      <section className="cloth board__podium" aria-label={text.topThree}>
        <Podium entries={entries.slice(0, 3).map(({ _id: id, ...entry }) => ({ id, ...entry }))} />
      </section>
      <RankList key={category} entries={entries} me={me} around={around} />
    </>
  )
}

/** The number of rows in the first render; the rest, up to a thousand, are rendered with low priority. */
const INITIAL_ROWS = 30

const Row = memo(RankRow)

type RankListProps = {
  /** In rank order. */
  entries: readonly LeaderboardEntry[]
  me: { username: string; rank: number; score: number } | undefined
  around: Neighbours | undefined
}

/**
 * All entries, followed by the student's own with its neighbours if it is not among them. The browser lays out only rows near the screen
 * (leaderboard.css), so a thousand rows stay light.
 */
function RankList({ entries, me, around }: RankListProps) {
  const shown = useDeferredValue(entries, entries.slice(0, INITIAL_ROWS))
  const last = entries.at(-1)
  const isListed = entries.some((entry) => entry.username === me?.username)
  const isBelow = me !== undefined && last !== undefined && !isListed && me.rank >= last.rank
  const near = isBelow && around?.me ? { ...around, me: around.me } : undefined
  const nearAbove = near?.above.filter(({ _id }) => !entries.some((entry) => entry._id === _id)) ?? []
  const first = near ? (nearAbove[0] ?? near.me) : me
  // There may be more with equal scores, which ranks do not count.
  const between = isBelow && first ? first.rank - 1 - entries.length : 0
  return (
    <section className="card card--flush board__rows" aria-label={text.allRanks}>
      <div className="rank rank--head small muted" aria-hidden="true">
        <span>{text.rank}</span>
        <span />
        <span>{text.username}</span>
        <span>{text.score}</span>
      </div>
      <ol>
        {shown.map((entry, index) => (
          <Row
            // Keyed by position, not by student: when ranks change, rows are rewritten in place and the page does not
            // jump.
            key={index}
            rank={entry.rank}
            username={entry.username}
            score={entry.score}
            avatar={entry.avatar}
            isMe={entry.username === me?.username}
            isHeld={entry.held ?? false}
          />
        ))}
        {between > 0 && <RankGap label={text.studentsBetween(between)} />}
        {near && <NeighbourRows above={nearAbove} me={near.me} below={near.below} />}
        {isBelow && !near && <Row rank={me.rank} username={me.username} score={me.score} isMe />}
      </ol>
    </section>
  )
}

function EmptyBoard() {
  return (
    <Empty title={text.empty} help={text.emptyHelp}>
      <Link className={buttonClass({ kind: 'accent' })} to={paths.student.trivia}>
        {text.takeQuiz}
      </Link>
    </Empty>
  )
}
