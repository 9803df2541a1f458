import { Avatar } from './avatar.tsx'
import { formatCount } from './format.ts'
import { Icon } from './icon.tsx'
import { Motif, motifAt } from './motif.tsx'
import { text } from './text.ts'

type Props = {
  rank: number
  username: string
  score: number
  /** The drawn picture. */
  avatar?: string | undefined
  isMe?: boolean
  /** Whether an admin is checking how the points were earned. */
  isHeld?: boolean
}

/** A row of a leaderboard, inside an `ol`. */
export function RankRow({ rank, username, score, avatar, isMe = false, isHeld = false }: Props) {
  return (
    <li className={isMe ? 'rank rank--me' : 'rank'}>
      <span className="n">
        <span className="sr">{text.rank}</span>
        {rank.toLocaleString('en-NG')}
      </span>
      <Avatar name={username} avatar={avatar} />
      <span className="rank__who">
        <b>{username}</b>
        {isHeld && <span className="small muted">{text.beingChecked}</span>}
        {isMe && <span className="small">{text.youAreHere}</span>}
      </span>
      <span className="pts">
        {score.toLocaleString('en-NG')}
        <span className="sr">{text.points}</span>
      </span>
    </li>
  )
}

/** Marks the students left out between two rows. */
export function RankGap({ label }: { label: string }) {
  return (
    <li className="rank rank--gap">
      <Icon name="dots-three" />
      <span className="sr">{label}</span>
    </li>
  )
}

type PodiumEntry = {
  id: string
  rank: number
  username: string
  score: number
  avatar?: string | undefined
  held?: boolean | undefined
}

/** The top three of a leaderboard. In the DOM in rank order; on screen the first is in the middle. */
export function Podium({ entries }: { entries: readonly PodiumEntry[] }) {
  return (
    <ol className="podium">
      {entries.slice(0, 3).map((entry, at) => (
        <li key={entry.id} className={`pod pod--${at + 1}`}>
          <Avatar name={entry.username} avatar={entry.avatar} />
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
