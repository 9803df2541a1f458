import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { text } from './text.ts'
import { TierPicture } from './tier-picture.tsx'
import { daysLeft, positionIn, useLeague } from './use-league.ts'

/**
 * The student's league in one line, which leads to its page. Shows nothing to students who cannot be in a league or do not want to
 * be compared, and if it could not be loaded.
 */
export function LeagueLine() {
  const { data: league, isPending } = useLeague()
  // As tall as the line, so that the page does not jump.
  if (isPending) return <div className="league-line" />
  if (!league || league.isHidden || league.closedBecause) return null
  const { tier, rows } = league
  const position = positionIn(league)
  return (
    <Link className="league-line" to={paths.student.league}>
      <TierPicture tier={tier} />
      <span>
        <b>{position > 0 ? text.line.joined(tier, position, rows.length) : text.line.open(tier)}</b>
        <span className="small muted">{position > 0 ? text.line.ends(daysLeft(league)) : text.join}</span>
      </span>
    </Link>
  )
}
