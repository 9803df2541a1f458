import type { Quality, Video } from '@baobab/contract/videos.ts'
import { formatMegabytes, formatDuration } from '../ui/format.ts'
import { playbackBytes } from './quality.ts'

/** '3:40, 4 MB' */
export function formatLengthAndSize(
  video: Pick<Video, 'durationSeconds' | 'renditions' | 'sizeBytes'>,
  quality: Quality,
): string {
  const length = video.durationSeconds === null ? [] : [formatDuration(video.durationSeconds)]
  return [...length, formatMegabytes(playbackBytes(video, quality))].join(', ')
}
