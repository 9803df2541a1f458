// What a browser can know of a chosen film before it goes up. The server judges by the content.
import { errorCodes } from '@baobab/contract/errors.ts'
import { VIDEO_BYTES } from '@baobab/contract/limits.ts'
import { text } from '@baobab/contract/text.ts'
import { megabytes } from '../ui/format.ts'

type Chosen = Pick<File, 'name' | 'type' | 'size'>

const looksLikeFilm = ({ name, type }: Chosen) => type.startsWith('video/') || /\.(mp4|m4v|mov|webm|mkv)$/i.test(name)
const looksLikeMp4 = ({ name, type }: Chosen) => type === 'video/mp4' || /\.(mp4|m4v)$/i.test(name)

/** Why a file cannot be a video's, if it cannot; a replacement is an mp4 and may be left out (decisions 3). */
export function filmProblem(file: Chosen | undefined, use: 'new' | 'replacement'): string | undefined {
  if (!file) return use === 'new' ? text.videoFileMissing : undefined
  if (file.size === 0) return text.videoFileMissing
  if (!looksLikeFilm(file)) return text.notPlayable
  if (use === 'replacement' && !looksLikeMp4(file)) return text.notForBrowsers
  return file.size > VIDEO_BYTES ? errorCodes.too_large.message : undefined
}

const MINUTE_MS = 60_000
/** Before this a guess at the time left would only jump about. */
const GUESS_AFTER_MS = 3_000

/** How far a file has gone up, in words. */
export function risingText({ share, bytes, elapsedMs }: { share: number; bytes: number; elapsedMs: number }): string {
  if (share >= 1) return `All ${megabytes(bytes)} sent. Looking at the film...`
  const sent = `${megabytes(share * bytes)} of ${megabytes(bytes)}`
  if (elapsedMs < GUESS_AFTER_MS || share <= 0) return sent
  const leftMs = (elapsedMs / share) * (1 - share)
  if (leftMs < MINUTE_MS) return `${sent}, less than a minute left`
  const minutes = Math.round(leftMs / MINUTE_MS)
  return `${sent}, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
}
