import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { celebrateOnce } from '../celebration/celebrate.ts'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { BadgeArt } from './badge-art.tsx'
import { text } from './text.ts'

/** Shows the badges whose current level was earned by finishing this video. */
export function EarnedBadges({ videoId }: { videoId: string }) {
  const badges = useQuery(apiQuery(listAwards, {})).data?.badges ?? []
  const earned = badges.filter((badge) => badge.earned?.videoId === videoId)
  const names = earned.map(({ value, level }) => `${value} ${level}`).join(', ')
  useEffect(() => {
    if (names !== '') celebrateOnce('badge', names)
  }, [names])
  return (
    <div role="status">
      {earned.length > 0 && (
        <div className="card earned">
          {earned.map(({ value, level }) => (
            <p key={value}>
              <BadgeArt value={value} level={level} />
              <b>{text.earned(moralValueLabels[value], level)}</b>
            </p>
          ))}
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.badges}>
            {text.seeBadges}
          </Link>
        </div>
      )}
    </div>
  )
}
