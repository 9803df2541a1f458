import { basename, extname } from 'node:path/posix'
import { normalizeText } from '@baobab/contract/fields.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'

const LENGTH = 200
const ENDING_LENGTH = 10

/** The name of an uploaded file as it may be shown and stored: no folders, no control characters, not too long. */
export function cleanFileName({ name = '' }: Pick<UploadedFile, 'name'>): string {
  const bare = basename(normalizeText(name).replaceAll('\\', '/')).replace(/[\p{C}\u2028\u2029]/gu, '')
  // Whole characters: half of one has no place in an address or a database.
  const characters = Array.from(bare)
  if (characters.length <= LENGTH) return bare || 'Sheet'
  const ending = Array.from(extname(bare)).slice(0, ENDING_LENGTH)
  return [...characters.slice(0, LENGTH - ending.length), ...ending].join('')
}
