import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { moralValueLabels } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { celebrateOnce } from '../celebration/celebrate.ts'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { useVideos } from '../videos/use-videos.ts'
import { BadgeArt } from './badge-art.tsx'
import { text } from './text.ts'

/**
 * Shows what was earned by finishing this video: badges, and the certificate of its series. If it was not played, says what
 * is missing.
 */
export function EarnedBadges({ videoId }: { videoId: string }) {
  const awards = useQuery(apiQuery(listAwards, {})).data
  const video = useVideos().data?.find(({ _id }) => _id === videoId)
  const earned = awards?.badges.filter((badge) => badge.earned?.videoId === videoId) ?? []
  const series = awards?.series.find(({ _id }) => _id === video?.series?._id)
  const isSeriesFinished = series && series.finishedCount === series.videoCount && series.certificateId === null
  const isUnplayed = video && (video.values.length > 0 || video.series) && (video.secondsToPlay ?? 0) > 0
  const names = earned.map(({ value, level }) => `${value} ${level}`).join(', ')
  const seriesId = isSeriesFinished ? series._id : ''
  useEffect(() => {
    if (names !== '') celebrateOnce('badge', names)
    if (seriesId !== '') celebrateOnce('series', seriesId)
  }, [names, seriesId])
  return (
    <div role="status">
      {(earned.length > 0 || isSeriesFinished) && (
        <div className="card earned">
          {earned.map(({ value, level }) => (
            <p key={value}>
              <BadgeArt value={value} level={level} />
              <b>{text.earned(moralValueLabels[value], level)}</b>
            </p>
          ))}
          {isSeriesFinished && <p>{text.seriesFinished(series.title)}</p>}
          <Link
            className={buttonClass({ kind: isSeriesFinished ? 'main' : 'line', size: 'sm' })}
            to={paths.student.badges}
          >
            {isSeriesFinished ? text.getIt : text.seeBadges}
          </Link>
        </div>
      )}
      {isUnplayed && (
        <p>
          {text.notPlayed} <Link to={paths.student.video(videoId)}>{text.watchIt}</Link>
        </p>
      )}
    </div>
  )
}
