import type { LeaderboardEntry } from '@baobab/contract/leaderboard/endpoints.ts'
import { RankRow } from '../ui/rank-row.tsx'

type Props = { above: readonly LeaderboardEntry[]; me: LeaderboardEntry; below: readonly LeaderboardEntry[] }

/** The rows around the student's own, inside an `ol`. */
export function NeighbourRows({ above, me, below }: Props) {
  return [...above, me, ...below].map((entry) => (
    <RankRow
      key={entry._id}
      rank={entry.rank}
      username={entry.username}
      score={entry.score}
      isMe={entry._id === me._id}
      isHeld={entry.held ?? false}
    />
  ))
}
