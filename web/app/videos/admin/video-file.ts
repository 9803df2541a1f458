// What a browser can know of a chosen film before it goes up. The server judges by the content.
import { errorCodes } from '@baobab/contract/errors.ts'
import { VIDEO_BYTES } from '@baobab/contract/limits.ts'
import { videosText } from '@baobab/contract/videos-text.ts'

type Chosen = Pick<File, 'name' | 'type' | 'size'>

const looksLikeFilm = ({ name, type }: Chosen) => type.startsWith('video/') || /\.(mp4|m4v|mov|webm|mkv)$/i.test(name)
const looksLikeMp4 = ({ name, type }: Chosen) => type === 'video/mp4' || /\.(mp4|m4v)$/i.test(name)

/** Why a file cannot be a video's, if it cannot; a replacement is an mp4 and may be left out (decisions 3). */
export function checkVideoFile(file: Chosen | undefined, use: 'new' | 'replacement'): string | undefined {
  if (!file) return use === 'new' ? videosText.videoFileMissing : undefined
  if (file.size === 0) return videosText.videoFileMissing
  if (!looksLikeFilm(file)) return videosText.notPlayable
  if (use === 'replacement' && !looksLikeMp4(file)) return videosText.notForBrowsers
  return file.size > VIDEO_BYTES ? errorCodes.too_large.message : undefined
}
