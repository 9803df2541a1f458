import { moralValueLabels, type Video } from '@baobab/contract/videos/endpoints.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'

/** The values and the series of a video. Each leads to the videos that share it. */
export function VideoTags({ video: { values, series } }: { video: Video }) {
  if (values.length === 0 && series === null) return null
  return (
    <ul className="chips" aria-label={text.tags}>
      {values.map((value) => (
        <li key={value}>
          <Link
            className="chip chip--earth chip--link"
            to={paths.student.videosOfValue(value)}
            aria-label={text.findVideos(moralValueLabels[value])}
          >
            {moralValueLabels[value]}
          </Link>
        </li>
      ))}
      {series && (
        <li>
          <Link
            className="chip chip--link"
            to={paths.student.videosOfSeries(series._id)}
            aria-label={text.findVideos(series.title)}
          >
            <Icon name="film-strip" />
            {series.title}
          </Link>
        </li>
      )}
    </ul>
  )
}
