import { errorCodes } from '@baobab/contract/errors.ts'
import { CAPTIONS_BYTES } from '@baobab/contract/limits.ts'
import { videosText } from '@baobab/contract/videos-text.ts'

/** Why a chosen file cannot be captions, as far as a browser can tell; the server reads it. */
export function checkCaptionsFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size === 0 || (type !== 'text/vtt' && !/\.vtt$/i.test(name))) return videosText.notCaptions
  return size > CAPTIONS_BYTES ? errorCodes.too_large.message : undefined
}
