// Checks a selected file as far as a browser can, before it is sent. The server checks the content.
import {
  explainUnsupportedKind,
  unsupportedKindOfName,
  CAPTIONS_BYTES,
  VIDEO_BYTES,
} from '@baobab/contract/videos/rules.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { videosText } from '@baobab/contract/videos/text.ts'

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Returns why a file cannot be used as a video, or undefined. A replacement is optional. */
export function checkVideoFile(file: ChosenFile | undefined, use: 'new' | 'replacement'): string | undefined {
  if (!file) return use === 'new' ? videosText.videoFileMissing : undefined
  if (file.size === 0) return videosText.videoFileMissing
  const unsupported = unsupportedKindOfName(file.name)
  if (unsupported) return explainUnsupportedKind(unsupported)
  if (!looksLikeVideo(file)) return videosText.notPlayable
  return file.size > VIDEO_BYTES ? commonText.tooLarge : undefined
}

/** Returns why a file cannot be used as captions, or undefined. Only the server checks what kind of file it is. */
export function checkCaptionsFile({ size }: Pick<File, 'size'>): string | undefined {
  if (size === 0) return videosText.captionsFileMissing
  return size > CAPTIONS_BYTES ? commonText.tooLarge : undefined
}

function looksLikeVideo({ name, type }: ChosenFile): boolean {
  return type.startsWith('video/') || /\.(mp4|m4v|mov|webm|mkv|3gp)$/i.test(name)
}
