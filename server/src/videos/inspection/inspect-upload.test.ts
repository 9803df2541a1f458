import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { videoBytes, listStoredFiles } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { DiskFullError } from '../../platform/database/disk-space.ts'
import { parseOutput, inspectUpload } from './inspect-upload.ts'

const t = await openTestApp()

it('U-01 a file that takes too long to read is not a playable video', async () => {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, videoBytes())
  expect(await inspectUpload(t.app, path, { probeMs: 1 })).toBeUndefined()
  expect(await inspectUpload(t.app, path)).toMatchObject({ plays: true })
})

it('a remuxed file replaces the upload and leaves no second file', async () => {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, videoBytes('video.mov'))
  const before = await listStoredFiles(t)
  expect(await inspectUpload(t.app, path)).toMatchObject({ plays: true, container: 'mp4', durationSeconds: 2 })
  expect(await listStoredFiles(t)).toEqual(before)
})

it('a file is not remuxed while the disk is full, and stays as it is', async () => {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, videoBytes('video.mov'))
  const before = await listStoredFiles(t)
  const diskSpace = { ...t.app.diskSpace, untilFull: () => AbortSignal.abort(new DiskFullError()) }
  await expect(inspectUpload({ ...t.app, diskSpace }, path)).rejects.toBeInstanceOf(DiskFullError)
  expect(await listStoredFiles(t)).toEqual(before)
})

it('a missing file is a server error, not an unplayable video', async () => {
  await expect(inspectUpload(t.app, await t.app.files.temporaryPath())).rejects.toThrow(/ENOENT/)
})

it('invalid output of the process means that there is no video, and parsing it never throws', () => {
  expect(['', 'warning: null', '{"picture"'].map(parseOutput)).toEqual([null, null, null])
  expect(parseOutput('"ENOSPC"')).toBe('ENOSPC')
})
