import type { Language } from '@baobab/contract/kernel/languages.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { App } from '../../../platform/app.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail } from '../../../platform/http/errors.ts'
import { requireFile, type UploadedFile } from '../../../platform/http/multipart.ts'
import { toCaptionsKey } from '../../caption-files.ts'
import { findVideoById } from '../../queries.ts'
import type { VideoRow } from '../../tables.ts'
import { replacePosterOrCaptions } from '../replace-poster-or-captions.ts'
import { convertCaptions } from './convert-captions.ts'
import { CaptionsRefused } from './cue.ts'

/** Rewrites a file as WebVTT. Refuses a faulty one with a sentence that names the line. */
async function convertInPlace(path: string): Promise<void> {
  try {
    await writeFile(path, convertCaptions(await readFile(path)))
  } catch (error) {
    if (!(error instanceof CaptionsRefused)) throw error
    fail('not_captions', { message: error.message })
  }
}

type NewCaptions = { id: string; language: Language | undefined; upload: UploadedFile | undefined }

/** Replaces the captions of a video in a language, or removes them if there is no file. An empty file does not remove them. */
export async function setCaptions(
  app: App,
  admin: AdminUser,
  { id, language = 'en', upload }: NewCaptions,
): Promise<VideoRow> {
  if (!(await findVideoById(app.db, id))) fail('video_not_found')
  if (upload) await convertInPlace(requireFile(upload, 'captions', videosText.captionsFileMissing).path)
  const key = toCaptionsKey(language, randomUUID())
  const files = upload ? { key, paths: new Map([[key, upload.path]]) } : null
  return replacePosterOrCaptions(app, admin, { id, use: language, files })
}
