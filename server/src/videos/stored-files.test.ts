import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listStoredFiles, makeUploadedVideo } from '../../test/videos.ts'
import { openTestApp } from '../../test/harness.ts'
import { makeAdmin, makeVideo } from '../../test/factories.ts'
import { listVideoFileKeys, sweepOrphanedFiles, withFileTransaction } from './stored-files.ts'
import { streamFileKeys } from './stream.ts'
import { videos } from './tables.ts'
import { waitFor } from '../../test/wait-for.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

const t = await openTestApp()

async function temporary(): Promise<string> {
  const path = await t.app.files.temporaryPath()
  await writeFile(path, 'bytes')
  return path
}
const newKey = (folder = 'videos') => `${folder}/${crypto.randomUUID()}.mp4`

it('U-04 the sweep removes files without a row and leaves the others', async () => {
  const admin = await makeAdmin(t)
  await makeUploadedVideo(t, admin.token)
  const poster = newKey('posters')
  await t.app.files.put(poster, await temporary())
  const stream = { folder: `streams/${crypto.randomUUID()}`, rungs: [{ height: 240, bytes: 5 }], soundBytes: 5 }
  for (const key of streamFileKeys(stream)) await t.app.files.put(key, await temporary())
  await makeVideo(t, { poster, stream })
  const before = await listStoredFiles(t)
  for (const folder of ['videos', 'posters', 'captions', 'subtitles'])
    await t.app.files.put(newKey(folder), await temporary())
  for (const key of streamFileKeys({ ...stream, folder: `streams/${crypto.randomUUID()}` }))
    await t.app.files.put(key, await temporary())
  const picture = newKey('pictures')
  await t.app.files.put(picture, await temporary())
  expect(await sweepOrphanedFiles(t.app)).toBe(4 + streamFileKeys(stream).length)
  expect(await listStoredFiles(t)).toEqual([...before, picture].toSorted())
  await t.app.files.remove(picture)
})

it('the sweep keeps the captions of a video in every language, and removes those that an earlier release left in a deleted one', async () => {
  const [named, left] = [newKey('subtitles'), newKey('subtitles')]
  for (const key of [named, left]) await t.app.files.put(key, await temporary())
  await makeVideo(t, { file: newKey(), otherCaptions: { ha: named } })
  const deleted = await makeVideo(t, { file: null, deletedAt: new Date(), otherCaptions: { ha: left } })
  expect(await sweepOrphanedFiles(t.app)).toBe(1)
  expect(await listStoredFiles(t)).toContain(named)
  // A backup would otherwise look for a file that is gone.
  expect(listVideoFileKeys(deleted)).toEqual([])
})

it('the sweep waits for a transaction that stores files, and does not remove them', async () => {
  const file = newKey()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const storing = withFileTransaction(t.app, async (tx, put) => {
    await put(file, await temporary())
    await mayEnd
    const video = { title: file, titleKey: file, description: '', access: 'free', state: 'ready' } as const
    await tx.insert(videos).values({ ...video, file, position: 1, sizeBytes: 5, sha256: 'x', createdAt: new Date() })
  })
  await waitFor(async () => expect(await listStoredFiles(t)).toContain(file))
  const sweeping = sweepOrphanedFiles(t.app)
  await waitForLockWaits(t.owner, { query: 'pg_advisory' })
  end()
  await storing
  expect(await sweeping).toBe(0)
  expect(await listStoredFiles(t)).toContain(file)
})

it('a transaction that fails removes its files', async () => {
  const before = await listStoredFiles(t)
  const failing = withFileTransaction(t.app, async (_tx, put) => {
    await put(newKey(), await temporary())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await listStoredFiles(t)).toEqual(before)
})

it('the sweep removes nothing if the folder seems to belong to another database', async () => {
  for (let i = 0; i < 41; i += 1) await t.app.files.put(newKey(), await temporary())
  const before = await listStoredFiles(t)
  expect(await sweepOrphanedFiles(t.app)).toBe(0)
  expect(await listStoredFiles(t)).toEqual(before)
})
