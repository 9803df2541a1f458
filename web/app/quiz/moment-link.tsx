import { formatMoment } from '@baobab/contract/quiz/rules.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { text } from './text.ts'

type Props = {
  videoId: string | undefined
  /** Where the video shows the answer; nullish if no admin has said so. */
  seconds: number | null | undefined
  className?: string
}

/** A paragraph with a link to the moment of the video that shows the answer. Shows nothing without a video or a moment. */
export function MomentLink({ videoId, seconds, className }: Props) {
  if (videoId === undefined || typeof seconds !== 'number') return null
  return (
    <p className={className}>
      <Link to={paths.student.videoAt(videoId, seconds)}>{text.seeInVideo(formatMoment(seconds))}</Link>
    </p>
  )
}
