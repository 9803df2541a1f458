// Helpers for uploads in tests: the videos in fixtures/ and the forms that contain them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminVideo } from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/admin.ts'
import { addVideo, type NewVideo } from '../src/videos/admin/add-video.ts'
import { withFileTransaction } from '../src/videos/stored-files.ts'
import type { TestApp } from './harness.ts'
import { unique } from './factories.ts'
import { waitFor } from './wait-for.ts'

/** Returns the bytes of a video in fixtures/. */
export function videoBytes(name = 'video.mp4'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', name)))
}

/** Returns a multipart body with these texts and, if bytes are given, the file. */
export function videoForm(fields: Record<string, string>, bytes?: Uint8Array<ArrayBuffer>, name = 'video.mp4') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  if (bytes) form.set('video', new Blob([bytes], { type: 'video/mp4' }), name)
  return form
}

/** Uploads a video as an admin. */
export async function makeUploadedVideo(
  t: TestApp,
  adminToken: string,
  fields: Record<string, string> = {},
  bytes = videoBytes(),
): Promise<AdminVideo> {
  const body = videoForm({ title: `Video ${unique()}`, ...fields }, bytes)
  return (await t.as(adminToken)(contract.uploadVideo, { body })).video
}

/** What inspecting fixtures/video.mp4 finds, and the state of its row on a server without ffmpeg. */
const bytesOfVideo = videoBytes()
const sha256 = createHash('sha256').update(bytesOfVideo).digest('hex')
const inspected = {
  facts: {
    container: 'mp4',
    sizeBytes: bytesOfVideo.length,
    sha256,
    uploadSha256: sha256,
    durationSeconds: 2,
    plays: true,
  },
  processing: { state: 'ready', failure: null, progress: null },
} as const satisfies Partial<NewVideo>

/**
 * Stores a video and its row as an upload does, for tests of what happens to it later. An upload inspects the file in a
 * separate process, which costs many times as much.
 */
export async function makeStoredVideo(
  t: TestApp,
  changes: Partial<NewVideo> = {},
): Promise<Pick<AdminVideo, '_id' | 'title'>> {
  const details = { title: `Video ${unique()}`, description: '', access: 'free' as const, ...inspected, ...changes }
  const path = await t.app.files.temporaryPath()
  await writeFile(path, bytesOfVideo)
  const { id: _id, title } = await withFileTransaction(t.app, (tx, put) => addVideo(t.app, { tx, put, path }, details))
  return { _id, title }
}

/** Returns the paths of all files in FILES_DIR, temporary ones included, sorted. */
export async function listStoredFiles(t: TestApp): Promise<string[]> {
  const { filesDir } = t.app.config
  // Fails if a job removes a folder while it is being listed.
  const entries = await waitFor(() => readdir(filesDir, { recursive: true, withFileTypes: true }))
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(filesDir.length + 1))
    .toSorted()
}
