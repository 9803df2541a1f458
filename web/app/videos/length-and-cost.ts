import type { Quality, Video } from '@baobab/contract/videos.ts'
import { megabytes, playingTime } from '../ui/format.ts'
import { costOf } from './quality.ts'

/** '3:40, 4 MB' */
export function lengthAndCost(
  video: Pick<Video, 'durationSeconds' | 'renditions' | 'sizeBytes'>,
  quality: Quality,
): string {
  const length = video.durationSeconds === null ? [] : [playingTime(video.durationSeconds)]
  return [...length, megabytes(costOf(video, quality))].join(', ')
}
