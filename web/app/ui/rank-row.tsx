import { Avatar } from './avatar.tsx'
import { Icon } from './icon.tsx'

type Props = { rank: number; username: string; score: number; isMe?: boolean }

/** One line of a leaderboard, inside an `ol`. */
export function RankRow({ rank, username, score, isMe = false }: Props) {
  return (
    <li className={isMe ? 'rank rank--me' : 'rank'}>
      <span className="n">
        <span className="sr">Rank </span>
        {rank.toLocaleString('en-NG')}
      </span>
      <Avatar name={username} />
      <span className="rank__who">
        <b>{username}</b>
        {isMe && <span className="small">You are here</span>}
      </span>
      <span className="pts">
        {score.toLocaleString('en-NG')}
        <span className="sr"> points</span>
      </span>
    </li>
  )
}

/** Stands for the students between two rows. */
export function RankGap({ label }: { label: string }) {
  return (
    <li className="rank rank--gap">
      <Icon name="dots-three" />
      <span className="sr">{label}</span>
    </li>
  )
}
