import type { LeaderboardEntry } from '@baobab/contract/leaderboard/endpoints.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { RankRow } from '../ui/rank-row.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { text } from './text.ts'

/** Rows are keyed by position, not by student: when ranks change, the page does not jump. */
const keyByPosition = (_: LeaderboardEntry, index: number) => String(index)

type Props = {
  entries: readonly LeaderboardEntry[]
  /** Renders a username; bold by default. */
  showUsername?: (username: string) => ReactNode
}

/** A leaderboard as a table of ranks, drawn pictures, usernames and scores. */
export function BoardTable({ entries, showUsername = (username) => <b>{username}</b> }: Props) {
  const columns: readonly Column<LeaderboardEntry>[] = [
    { title: text.rank, cell: (entry) => entry.rank.toLocaleString('en-NG') },
    {
      title: text.username,
      cell: ({ username, avatar, held }) => (
        <span className="board__who">
          <Avatar name={username} avatar={avatar} size="sm" />
          <span>
            {showUsername(username)} {held && <Chip>{text.beingChecked}</Chip>}
          </span>
        </span>
      ),
    },
    { title: text.score, cell: (entry) => entry.score.toLocaleString('en-NG') },
  ]
  return (
    <Card flush className="board__table">
      <Table caption={text.topStudents} columns={columns} rows={entries} rowKey={keyByPosition} cards={false} />
    </Card>
  )
}

type NeighbourRowsProps = {
  above: readonly LeaderboardEntry[]
  me: LeaderboardEntry
  below: readonly LeaderboardEntry[]
}

/** The rows around the student's own, inside an `ol`. */
export function NeighbourRows({ above, me, below }: NeighbourRowsProps) {
  return [...above, me, ...below].map((entry) => (
    <RankRow
      key={entry._id}
      rank={entry.rank}
      username={entry.username}
      score={entry.score}
      avatar={entry.avatar}
      isMe={entry._id === me._id}
      isHeld={entry.held ?? false}
    />
  ))
}
