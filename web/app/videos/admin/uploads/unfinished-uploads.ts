// Unfinished uploads, stored in the browser: choosing the same file again resumes the upload. tus-js-client's own
// storage cannot store what the pages show about an upload: who started it, how much was sent, and what was typed in
// the form.
import { access } from '@baobab/contract/videos/endpoints.ts'
import { publishChoices } from '@baobab/contract/videos/admin.ts'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { serverTime } from '../../../api/server-time.ts'
import { useAdminSession } from '../../../api/session.ts'
import { phoneStorage } from '../../../browser/storage.ts'
import { fingerprint } from './upload-queue.ts'

/** The property names are stored in browsers; renaming them would lose unfinished uploads. */
const UnfinishedUpload = z.object({
  fingerprint: z.string(),
  name: z.string(),
  size: z.number(),
  /** The id of the video whose file is replaced; null for a new video. */
  videoId: z.nullable(z.string()),
  /** The id of the admin who started it: other admins on this computer do not see it. */
  admin: z.string(),
  url: z.string(),
  sent: z.number(),
  /** When the upload was last saved, in milliseconds since 1970. */
  keptAt: z.number(),
  texts: z.nullable(
    z.object({
      title: z.string(),
      description: z.string(),
      access,
      publish: z.optional(z.enum(publishChoices)),
      publishAt: z.optional(z.string()),
    }),
  ),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>
export type UploadOwner = Pick<UnfinishedUpload, 'videoId' | 'admin'>

const KEY = 'unfinishedUploads'
/** How long the server keeps an unfinished upload after the last byte it received, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000
const NONE: readonly UnfinishedUpload[] = []

const listeners = new Set<() => void>()
let cached: { raw: string | null; uploads: readonly UnfinishedUpload[] } | undefined

/** Returns the unfinished uploads that this admin started for a video (null: for a new one). */
export function useUnfinishedUploads(videoId: string | null): readonly UnfinishedUpload[] {
  const admin = useAdminSession()?.username
  const all = useSyncExternalStore(subscribe, readAll, () => NONE)
  return all.filter((one) => one.videoId === videoId && one.admin === admin)
}

export function findUnfinishedUpload(file: File, owner: UploadOwner): UnfinishedUpload | undefined {
  return readAll().find((one) => isUpload(one, fingerprint(file), owner))
}

export function saveUnfinishedUpload(upload: UnfinishedUpload): void {
  write([upload, ...readAll().filter((one) => !isUpload(one, upload.fingerprint, upload))])
}

/**
 * Deletes the stored entry of an upload.
 * @param file the fingerprint of the file
 */
export function deleteUnfinishedUpload(file: string, owner: UploadOwner): void {
  write(readAll().filter((one) => !isUpload(one, file, owner)))
}

/**
 * Parses the stored list and drops uploads too old to resume. Returns an empty list if it is unreadable.
 * @param now milliseconds since 1970
 */
export function parseUnfinishedUploads(raw: string | null, now: number): readonly UnfinishedUpload[] {
  if (raw === null) return []
  try {
    return z
      .array(UnfinishedUpload)
      .parse(JSON.parse(raw))
      .filter(({ keptAt }) => now - keptAt < LIFETIME_MS)
  } catch {
    return []
  }
}

function isUpload(upload: UnfinishedUpload, file: string, { videoId, admin }: UploadOwner): boolean {
  return upload.fingerprint === file && upload.videoId === videoId && upload.admin === admin
}

/** Returns the same array until something changes. */
function readAll(): readonly UnfinishedUpload[] {
  const raw = phoneStorage.getItem(KEY)
  if (cached?.raw !== raw) cached = { raw, uploads: parseUnfinishedUploads(raw, serverTime()) }
  return cached.uploads
}

function write(uploads: readonly UnfinishedUpload[]): void {
  phoneStorage.setItem(KEY, JSON.stringify(uploads))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
