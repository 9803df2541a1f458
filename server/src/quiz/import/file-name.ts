import { basename, extname } from 'node:path/posix'
import { normalizeText } from '@baobab/contract/kernel/text.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'

const MAX_LENGTH = 200
const MAX_EXTENSION = 10

/** Returns an uploaded file's name in a form that is safe to show and store: no folders, no control characters, not too long. */
export function cleanFileName({ name = '' }: Pick<UploadedFile, 'name'>): string {
  const bare = basename(normalizeText(name).replaceAll('\\', '/')).replace(/[\p{C}\u2028\u2029]/gu, '')
  // Cuts between characters, because half a surrogate pair cannot be stored or put into a URL.
  const characters = Array.from(bare)
  if (characters.length <= MAX_LENGTH) return bare || 'Sheet'
  const extension = Array.from(extname(bare)).slice(0, MAX_EXTENSION)
  return [...characters.slice(0, MAX_LENGTH - extension.length), ...extension].join('')
}
