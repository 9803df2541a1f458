// Helpers for uploads in tests: the videos in fixtures/ and the forms that contain them.
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import * as contract from '@baobab/contract/videos-admin.ts'
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

/** Returns the paths of all files in FILES_DIR, temporary ones included, sorted. */
export async function listStoredFiles(t: TestApp): Promise<string[]> {
  const { filesDir } = t.app.config
  // It fails if a job removes a folder that is being listed.
  const entries = await waitFor(() => readdir(filesDir, { recursive: true, withFileTypes: true }))
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(filesDir.length + 1))
    .toSorted()
}
