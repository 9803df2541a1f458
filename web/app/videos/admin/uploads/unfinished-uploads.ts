// Unfinished uploads, stored in the browser: choosing the same file again resumes the upload. tus-js-client's own
// storage has no room for what the pages show of them: whose they are, how much was sent, and the texts of the form.
import { access } from '@baobab/contract/videos.ts'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useAdminSession } from '../../../api/session.ts'
import { fingerprint } from './upload-queue.ts'

/** The property names are stored in browsers; renaming them would lose unfinished uploads. */
const UnfinishedUpload = z.object({
  fingerprint: z.string(),
  name: z.string(),
  size: z.number(),
  /** The video whose file is replaced; null for a new video. */
  videoId: z.string().nullable(),
  /** The admin who started it: other admins of this computer do not see it. */
  admin: z.string(),
  url: z.string(),
  sent: z.number(),
  /** When it was saved last, in milliseconds since 1970. */
  keptAt: z.number(),
  texts: z.object({ title: z.string(), description: z.string(), access }).nullable(),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>
export type UploadOwner = Pick<UnfinishedUpload, 'videoId' | 'admin'>

const KEY = 'unfinishedUploads'
/** How long the server keeps an unfinished upload after its last byte. */
const LIFETIME_MS = 24 * 3_600_000
const NONE: readonly UnfinishedUpload[] = []

const listeners = new Set<() => void>()
let cached: { raw: string | null; uploads: readonly UnfinishedUpload[] } | undefined

/** The uploads that this admin started for a video (null: for a new one) and did not finish. */
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

/** @param file the fingerprint of the file */
export function deleteUnfinishedUpload(file: string, owner: UploadOwner): void {
  write(readAll().filter((one) => !isUpload(one, file, owner)))
}

/**
 * Parses the stored list without what is too old to resume. Anything unreadable is an empty list.
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

/** Returns the same array while nothing changes. */
function readAll(): readonly UnfinishedUpload[] {
  const raw = readRaw()
  if (cached?.raw !== raw) cached = { raw, uploads: parseUnfinishedUploads(raw, Date.now()) }
  return cached.uploads
}

function readRaw(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(uploads: readonly UnfinishedUpload[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(uploads))
  } catch {
    // Storage is switched off or full: the upload can be resumed only while the page is open.
  }
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
