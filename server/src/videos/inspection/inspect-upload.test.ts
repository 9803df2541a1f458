import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { videoBytes, listStoredFiles } from '../../../test/videos.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { parseOutput, inspectUpload } from './inspect-upload.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

it('a file that takes too long to read is no playable video, and its reader is ended', async () => {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, videoBytes())
  expect(await inspectUpload(t.app, path, { probeMs: 1 })).toBeUndefined()
  expect(await inspectUpload(t.app, path)).toMatchObject({ plays: true })
})

it('a remux takes the place of the upload and leaves no second file', async () => {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, videoBytes('film.mov'))
  const before = await listStoredFiles(t)
  expect(await inspectUpload(t.app, path)).toMatchObject({ plays: true, container: 'mp4', durationSeconds: 2 })
  expect(await listStoredFiles(t)).toEqual(before)
})

it('a file that is not there is an error of ours, not a bad video', async () => {
  await expect(inspectUpload(t.app, await t.app.files.temporaryPath())).rejects.toThrow(/ENOENT/)
})

it('a reader that ends without its word found no video, and throws nothing where nobody catches', () => {
  expect(['', 'warning: null', '{"picture"'].map(parseOutput)).toEqual([null, null, null])
  expect(parseOutput('"ENOSPC"')).toBe('ENOSPC')
})
