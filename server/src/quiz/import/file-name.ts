import { basename, extname } from 'node:path/posix'
import { tidy } from '@baobab/contract/fields.ts'
import type { Upload } from '../../platform/uploads.ts'

const LENGTH = 200

/** The name of an uploaded file as it may be shown and stored: no folders, no control characters, not too long. */
export function fileNameOf({ name = '' }: Pick<Upload, 'name'>): string {
  const bare = basename(tidy(name).replaceAll('\\', '/')).replace(/[\p{C}\u2028\u2029]/gu, '')
  const ending = extname(bare).slice(0, 10)
  return bare.length > LENGTH ? bare.slice(0, LENGTH - ending.length) + ending : bare || 'Sheet'
}
