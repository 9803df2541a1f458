import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { memo, useDeferredValue } from 'react'
import { RankGap, RankRow } from '../ui/rank-row.tsx'

/** Drawn at once; the rest of a thousand rows follows when the phone has time. */
const AT_ONCE = 30

const Row = memo(RankRow)

type Props = {
  /** In order, from the first row to show. */
  entries: readonly LeaderboardEntry[]
  me: { username: string; rank: number; score: number } | undefined
}

/** Rows of the board. The browser lays out only those near the screen (leaderboard.css), so a thousand stay light. */
export function BoardList({ entries, me }: Props) {
  const shown = useDeferredValue(entries, entries.slice(0, AT_ONCE))
  const last = entries.at(-1)
  const isInside = entries.some((entry) => entry.username === me?.username)
  const isOutside = me !== undefined && last !== undefined && !isInside && me.rank >= last.rank
  const between = isOutside ? me.rank - 1 - entries.length : 0
  return (
    <section className="card card--flush board__rows" aria-label="All places">
      <div className="rank rank--head small muted" aria-hidden="true">
        <span>Rank</span>
        <span />
        <span>Username</span>
        <span>Score</span>
      </div>
      <ol>
        {shown.map((entry, at) => (
          <Row
            // By place, not by student: when the board moves the rows are written anew and the page stands still.
            key={at}
            rank={entry.rank}
            username={entry.username}
            score={entry.score}
            isMe={entry.username === me?.username}
          />
        ))}
        {between > 0 && <RankGap label={`${between} students between`} />}
        {isOutside && <Row rank={me.rank} username={me.username} score={me.score} isMe />}
      </ol>
    </section>
  )
}
