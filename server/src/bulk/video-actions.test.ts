import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import * as contract from '@baobab/contract/bulk/endpoints.ts'
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { createSeries, deleteSeries, addBookmark, listVideos } from '@baobab/contract/videos/endpoints.ts'
import { deleteVideo, listAdminVideos, orderVideos, setVisibility } from '@baobab/contract/videos/admin.ts'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeStudent, unique } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { listStoredFiles, makeStoredVideo } from '../../test/videos.ts'
import { waitFor } from '../../test/wait-for.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { findVideoByTitle } from '../videos/queries.ts'
import { sweepOrphanedFiles } from '../videos/stored-files.ts'
import { formerTitles, videos } from '../videos/tables.ts'
import { forgetOldRows } from './forget-rows.ts'
import { bulkRuns } from './tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)

type Order = RequestOf<typeof contract.startBulkRun>['body']
const start = (body: Order, token = admin.token) => t.as(token)(contract.startBulkRun, { body })
const makeVideos = async () => [
  await makeStoredVideo(t),
  await makeStoredVideo(t, { access: 'premium', isDraft: true }),
]
const states = async (ids: readonly string[]) => {
  const { videos } = await t.as(admin.token)(listAdminVideos, { query: { limit: 100 } })
  return ids.map((id) => {
    const found = videos.find(({ _id }) => _id === id)
    return found && `${found.access} ${found.publication}`
  })
}

it('many videos become premium or drafts, and undo restores each one’s state', async () => {
  const ids = (await makeVideos()).map(({ _id }) => _id)
  const premium = await start({ action: 'videos.visibility', options: { access: 'premium' }, targets: { ids } })
  expect(premium.run).toMatchObject({ choice: 'premium', state: 'done', total: 2, done: 2, canUndo: true })
  expect(await states(ids)).toEqual(['premium published', 'premium draft'])
  await t.as(admin.token)(contract.undoBulkRun, { params: { runId: premium.run._id } })
  await waitFor(async () => expect(await states(ids)).toEqual(['free published', 'premium draft']))
  await start({ action: 'videos.visibility', options: { publish: 'now' }, targets: { ids } })
  expect(await states(ids)).toEqual(['free published', 'premium published'])
  const lines = await t.app.db.select().from(auditLines).where(inArray(auditLines.subject, ids))
  expect(lines.filter(({ action }) => action === 'video.visibility_set')).toHaveLength(6)
})

it('undo leaves a video as it is if an admin has changed it since, so that nothing withdrawn is published again', async () => {
  const ids = (await makeVideos()).map(({ _id }) => _id)
  const [withdrawn = ''] = ids
  const premium = await start({ action: 'videos.visibility', options: { access: 'premium' }, targets: { ids } })
  await t.as(admin.token)(setVisibility, { params: { id: withdrawn }, body: { publish: 'draft' } })
  expect(await undo(premium.run._id)).toMatchObject({ done: 1, skipped: 1 })
  expect(await states([withdrawn])).toEqual(['premium draft'])
})

const find = (id: string | undefined) =>
  t
    .as(admin.token)(listAdminVideos, { query: { limit: 100 } })
    .then(({ videos }) => videos.find(({ _id }) => _id === id))
const undo = async (runId: string) => (await t.as(admin.token)(contract.undoBulkRun, { params: { runId } })).run
const remove = async (ids: string[]) => (await start({ action: 'videos.delete', options: {}, targets: { ids } })).run
/** Backdates all actions so far to the day before yesterday, so that they can no longer be undone. */
const ageRuns = () =>
  t.app.db.update(bulkRuns).set({ startedAt: new Date(t.app.clock.now().getTime() - 48 * 3_600_000) })

describe('deleting many videos', () => {
  it('hides them and their files at once, and skips one that is already gone', async () => {
    const ids = (await makeVideos()).map(({ _id }) => _id)
    const { videoUrl } = (await t.as()(listVideos, {})).find(({ _id }) => _id === ids[0]) ?? {}
    const open = async () => (await t.http.inject({ url: videoUrl ?? '' })).statusCode
    expect(await open()).toBe(200)
    const gone = (await makeVideos())[0]?._id ?? ''
    await t.as(admin.token)(deleteVideo, { params: { id: gone } })
    const run = await remove([...ids, gone, crypto.randomUUID()])
    expect(run).toMatchObject({ state: 'done', done: 2, skipped: 2, failed: 0, canUndo: true })
    expect(await states(ids)).toEqual([undefined, undefined])
    await waitFor(async () => expect(await open()).toBe(403))
    const lines = await t.app.db.select().from(auditLines).where(inArray(auditLines.subject, ids))
    expect(lines.filter(({ action }) => action === 'video.deleted')).toHaveLength(2)
  })

  it('can be undone, which restores their files, texts, series, former titles and bookmarks', async () => {
    const series = (
      await t.as(admin.token)(createSeries, { body: { title: `Tales ${unique()}`, description: 'Two.' } })
    ).series
    const fields = { transcript: 'Once there was a weaver.', seriesId: series._id }
    const { _id: id, title } = await makeStoredVideo(t, fields)
    const [student, former] = [await makeStudent(t), `Former ${unique()}`]
    await t.app.db.insert(formerTitles).values({ titleKey: toStoredKey(former), videoId: id })
    await t.as(student.token)(addBookmark, { params: { id } })
    const [before] = await t.app.db.select().from(videos).where(eq(videos.id, id))
    const run = await remove([id])
    expect(await findVideoByTitle(t.app.db, former)).toBeUndefined()
    await sweepOrphanedFiles(t.app)
    expect(await undo(run._id)).toMatchObject({ done: 1, skipped: 0 })
    expect((await t.app.db.select().from(videos).where(eq(videos.id, id)))[0]).toEqual(before)
    expect(await findVideoByTitle(t.app.db, former)).toMatchObject({ id, title })
    const seen = (await t.as(student.token)(listVideos, {})).find(({ _id }) => _id === id)
    expect(seen).toMatchObject({ isBookmarked: true, series: { _id: series._id } })
    await waitFor(async () => expect((await t.http.inject({ url: seen?.videoUrl ?? '' })).statusCode).toBe(200))
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, id))
    expect(lines.at(-1)).toMatchObject({ action: 'video.restored', adminId: admin.id })
  })

  it('is not undone for videos that have lost their title, and is undone without a series that is gone', async () => {
    const series = (
      await t.as(admin.token)(createSeries, { body: { title: `Tales ${unique()}`, description: 'Two.' } })
    ).series
    const { _id: inSeries } = await makeStoredVideo(t, { seriesId: series._id })
    const { _id: id, title } = await makeStoredVideo(t)
    const run = await remove([id, inSeries])
    await makeStoredVideo(t, { title })
    await t.as(admin.token)(deleteSeries, { params: { seriesId: series._id } })
    expect(await undo(run._id)).toMatchObject({ done: 1, skipped: 1 })
    expect(await find(id)).toBeUndefined()
    expect((await find(inSeries))?.series).toBeNull()
  })

  it('removes their files once it can no longer be undone, except those of restored videos', async () => {
    await t.app.db.delete(bulkRuns)
    const before = await listStoredFiles(t)
    const ids = (await makeVideos()).map(({ _id }) => _id)
    const added = (await listStoredFiles(t)).filter((file) => !before.includes(file))
    const { _id: kept } = await makeStoredVideo(t)
    await remove(ids)
    await undo((await remove([kept]))._id)
    await forgetOldRows(t.app)
    expect(await listStoredFiles(t)).toEqual(expect.arrayContaining(added))
    await ageRuns()
    await forgetOldRows(t.app)
    expect((await listStoredFiles(t)).filter((file) => added.includes(file))).toEqual([])
    expect(added).not.toEqual([])
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, kept))
    expect(await listStoredFiles(t)).toEqual(expect.arrayContaining([row?.file]))
    expect(await t.app.db.select().from(videos).where(inArray(videos.id, ids))).toMatchObject([
      { file: null, poster: null, title: '' },
      { file: null, poster: null, title: '' },
    ])
  })
})

describe('moving many videos', () => {
  const order = async () => (await t.as()(listVideos, {})).map(({ _id }) => _id)
  const move = async (ids: string[], before: string | null) =>
    (await start({ action: 'videos.move', options: { before }, targets: { ids } })).run

  it('puts them before another one in the selected order, and undo restores every position', async () => {
    await t.app.db.update(videos).set({ isDraft: true, publishAt: null })
    const made = []
    for (let n = 0; n < 6; n += 1) made.push((await makeStoredVideo(t))._id)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = made
    for (const [ids, before, expected] of [
      [[d, b], a, [d, b, a, c, e, f]],
      [[a, b, c], null, [d, e, f, a, b, c]],
      [[e, e], b, [a, e, b, c, d, f]],
    ] as const) {
      const run = await move([...ids], before)
      expect(await order()).toEqual(expected)
      expect(await undo(run._id)).toMatchObject({ skipped: 0, failed: 0 })
      expect(await order()).toEqual(made)
    }
    expect(await move([a, crypto.randomUUID()], f)).toMatchObject({ done: 1, skipped: 1 })
    expect(await move([a], crypto.randomUUID())).toMatchObject({ done: 0, skipped: 1 })
    expect(await refusal(move([c, b, f], c))).toMatchObject({
      status: 400,
      message: bulkText.moveBeforeItself,
    })
  })

  it('is undone except for videos moved since, and restores a video’s position even if the next one was deleted', async () => {
    await t.app.db.update(videos).set({ isDraft: true, publishAt: null })
    const made = []
    for (let n = 0; n < 5; n += 1) made.push((await makeStoredVideo(t))._id)
    const [a = '', b = '', c = '', d = '', e = ''] = made
    const moveOne = (id: string, before: string) => t.as(admin.token)(orderVideos, { body: { id, before } })
    const reasons = async (runId: string) =>
      (await t.as(admin.token)(contract.readBulkRun, { params: { runId } })).reasons.map(({ reason }) => reason)

    const first = await move([a, c], null)
    await moveOne(c, b)
    expect(await order()).toEqual([c, b, d, e, a])
    const undone = await undo(first._id)
    expect(undone).toMatchObject({ done: 1, skipped: 1 })
    expect(await reasons(undone._id)).toEqual([bulkText.changedSince])
    expect(await order()).toEqual([c, a, b, d, e])

    const second = await move([a], null)
    await moveOne(b, e)
    const refused = await undo(second._id)
    expect(await reasons(refused._id)).toEqual([bulkText.followerMovedSince])
    expect(await order()).toEqual([c, d, b, e, a])

    const [third, deletion] = [await move([d], null), await remove([b])]
    expect(await undo(third._id)).toMatchObject({ done: 1, skipped: 0 })
    await undo(deletion._id)
    expect(await order()).toEqual([c, d, b, e, a])
  })
})

it('only admins who may change one video may change many, by their ids', async () => {
  const [video] = await makeVideos()
  const ids = [video?._id ?? '']
  const support = await makeAnotherAdmin(t, admin, 'support')
  for (const [action, options] of [
    ['videos.visibility', {}],
    ['videos.delete', {}],
    ['videos.move', { before: null }],
  ] as [Order['action'], never][]) {
    expect((await refusal(start({ action, options, targets: { ids } }, support.token))).status).toBe(403)
    expect((await refusal(start({ action, options, targets: { filters: {} as never } }))).status).toBe(400)
  }
  expect((await t.as()(listVideos, {})).some(({ _id }) => _id === ids[0])).toBe(true)
})
