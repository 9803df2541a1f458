import { Avatar } from './avatar.tsx'
import { formatCount } from './format.ts'
import { Motif, motifAt } from './motif.tsx'
import { text } from './text.ts'

export type PodiumEntry = { id: string; rank: number; username: string; score: number; held?: boolean | undefined }

/** The first three of a leaderboard. In the DOM in order of rank; on screen the first is in the middle. */
export function Podium({ entries }: { entries: readonly PodiumEntry[] }) {
  return (
    <ol className="podium">
      {entries.slice(0, 3).map((entry, at) => (
        <li key={entry.id} className={`pod pod--${at + 1}`}>
          <Avatar name={entry.username} />
          <b>{entry.username}</b>
          <small>{formatCount(entry.score, 'point')}</small>
          {entry.held && <small>{text.beingChecked}</small>}
          <span className="blk">
            <span className="sr">{text.rank}</span>
            {entry.rank}
            <Motif name={motifAt(at)} />
          </span>
        </li>
      ))}
    </ol>
  )
}
