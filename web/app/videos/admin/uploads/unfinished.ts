// Uploads that have begun, kept in the browser: whoever chooses the same file again goes on where it was.
import { z } from 'zod'
import { access } from '@baobab/contract/videos.ts'
import { fingerprint } from './queue.ts'

const UnfinishedUpload = z.object({
  /** Of the file, by its name, size and date. */
  fingerprint: z.string(),
  name: z.string(),
  size: z.number(),
  /** The video whose file it replaces; null for a new one. */
  videoId: z.string().nullable(),
  /** Who began it: another admin of this machine has nothing to do with it. */
  admin: z.string(),
  url: z.string(),
  sent: z.number(),
  /** When the server last took something of it, in milliseconds since 1970. */
  keptAt: z.number(),
  texts: z.object({ title: z.string(), description: z.string(), access }).nullable(),
})
export type UnfinishedUpload = z.infer<typeof UnfinishedUpload>
export type Whose = Pick<UnfinishedUpload, 'videoId' | 'admin'>

const KEY = 'unfinishedUploads'
/** The server keeps a broken upload for so long after its last byte. */
const KEPT_MS = 24 * 3_600_000

const listeners = new Set<() => void>()
let cached: { raw: string | null; now: readonly UnfinishedUpload[] } | undefined

function readRaw(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** All that are kept and not too old; the same array while nothing changes. */
export function allUnfinished(): readonly UnfinishedUpload[] {
  const raw = readRaw()
  if (cached?.raw !== raw) cached = { raw, now: parseUnfinished(raw, Date.now()) }
  return cached.now
}

/** @param now milliseconds since 1970, by which what is too old is left out */
export function parseUnfinished(raw: string | null, now: number): readonly UnfinishedUpload[] {
  if (raw === null) return []
  try {
    return z
      .array(UnfinishedUpload)
      .parse(JSON.parse(raw))
      .filter(({ keptAt }) => now - keptAt < KEPT_MS)
  } catch {
    return []
  }
}

function write(all: readonly UnfinishedUpload[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // Storage is off or full: the upload then lives as long as its page.
  }
  for (const listener of listeners) listener()
}

const isOf =
  (file: string, { videoId, admin }: Whose) =>
  (one: UnfinishedUpload) =>
    one.fingerprint === file && one.videoId === videoId && one.admin === admin

export function findUnfinished(file: File, whose: Whose): UnfinishedUpload | undefined {
  return allUnfinished().find(isOf(fingerprint(file), whose))
}

export function keepUnfinished(one: UnfinishedUpload): void {
  write([one, ...allUnfinished().filter((other) => !isOf(one.fingerprint, one)(other))])
}

export function forgetUnfinished(file: string, whose: Whose): void {
  write(allUnfinished().filter((one) => !isOf(file, whose)(one)))
}

export function onUnfinished(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
