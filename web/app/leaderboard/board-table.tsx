import type { LeaderboardEntry } from '@baobab/contract/leaderboard.ts'
import { useDeferredValue, type ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { text } from './text.ts'

/** The number of rows in the first render; the rest, up to a thousand, are rendered with low priority. */
const INITIAL_ROWS = 40

/** Rows are keyed by position, not by student: when ranks change, the page does not jump. */
const keyByPosition = (_: LeaderboardEntry, index: number) => String(index)

type Props = {
  entries: readonly LeaderboardEntry[]
  /** Shows a username; in bold by default. */
  showUsername?: (username: string) => ReactNode
}

/** A leaderboard as a table of ranks, usernames and scores. */
export function BoardTable({ entries, showUsername = (username) => <b>{username}</b> }: Props) {
  const rows = useDeferredValue(entries, entries.slice(0, INITIAL_ROWS))
  const columns: readonly Column<LeaderboardEntry>[] = [
    { title: text.rank, cell: (entry) => entry.rank.toLocaleString('en-NG') },
    {
      title: text.username,
      cell: ({ username, held }) => (
        <>
          {showUsername(username)} {held && <Chip>{text.beingChecked}</Chip>}
        </>
      ),
    },
    { title: text.score, cell: (entry) => entry.score.toLocaleString('en-NG') },
  ]
  return (
    <Card flush className="board__table">
      <Table caption={text.topStudents} columns={columns} rows={rows} rowKey={keyByPosition} cards={false} />
    </Card>
  )
}
