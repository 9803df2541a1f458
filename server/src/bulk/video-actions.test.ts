import * as contract from '@baobab/contract/bulk.ts'
import type { RequestOf } from '@baobab/contract/endpoint.ts'
import { listAdminVideos } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, type MadeAdmin } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { listStoredFiles, makeUploadedVideo } from '../../test/videos.ts'
import { waitFor } from '../../test/wait-for.ts'
import { auditLines } from '../audit/tables.ts'

let t: TestApp
let admin: MadeAdmin
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
  admin = await makeAdmin(t)
})
afterAll(() => t.close())

type Order = RequestOf<typeof contract.startBulkRun>['body']
const start = (body: Order, token = admin.token) => t.as(token)(contract.startBulkRun, { body })
const read = (runId: string) => t.as(admin.token)(contract.readBulkRun, { params: { runId } })
const makeVideos = async () => [
  await makeUploadedVideo(t, admin.token),
  await makeUploadedVideo(t, admin.token, { access: 'premium', publish: 'draft' }),
]
const states = async (ids: readonly string[]) => {
  const { videos } = await t.as(admin.token)(listAdminVideos, { query: { limit: 100 } })
  return ids.map((id) => {
    const found = videos.find(({ _id }) => _id === id)
    return found && `${found.access} ${found.publication}`
  })
}

it('many videos become premium, or a draft, and get back what each was', async () => {
  const ids = (await makeVideos()).map(({ _id }) => _id)
  const premium = await start({ action: 'videos.visibility', options: { access: 'premium' }, targets: { ids } })
  expect(premium.run).toMatchObject({ state: 'done', total: 2, done: 2, canUndo: true })
  expect(await states(ids)).toEqual(['premium published', 'premium draft'])
  await t.as(admin.token)(contract.undoBulkRun, { params: { runId: premium.run._id } })
  await waitFor(async () => expect(await states(ids)).toEqual(['free published', 'premium draft']))
  await start({ action: 'videos.visibility', options: { publish: 'now' }, targets: { ids } })
  expect(await states(ids)).toEqual(['free published', 'premium published'])
  const lines = await t.app.db.select().from(auditLines).where(inArray(auditLines.subject, ids))
  expect(lines.filter(({ action }) => action === 'video.visibility_set')).toHaveLength(6)
})

it('many videos are deleted with their files, and one that is gone already is left out', async () => {
  const before = await listStoredFiles(t)
  const ids = (await makeVideos()).map(({ _id }) => _id)
  const targets = { ids: [...ids, crypto.randomUUID()] }
  const { run } = await start({ action: 'videos.delete', options: {}, targets })
  await waitFor(async () => expect((await read(run._id)).run.state).toBe('done'))
  expect((await read(run._id)).run).toMatchObject({ done: 2, skipped: 1, failed: 0, canUndo: false })
  expect(await states(ids)).toEqual([undefined, undefined])
  await waitFor(async () => expect(await listStoredFiles(t)).toEqual(before))
  const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.action, 'video.deleted'))
  expect(new Set(lines.map(({ subject }) => subject))).toEqual(new Set(ids))
})

it('only those who may change one video may change many, by their ids', async () => {
  const [video] = await makeVideos()
  const ids = [video?._id ?? '']
  const support = await makeAnotherAdmin(t, admin, 'support')
  for (const action of ['videos.visibility', 'videos.delete'] as const) {
    expect((await refusal(start({ action, options: {}, targets: { ids } }, support.token))).status).toBe(403)
    expect((await refusal(start({ action, options: {}, targets: { filters: {} as never } }))).status).toBe(400)
  }
  expect((await t.as()(listVideos, {})).some(({ _id }) => _id === ids[0])).toBe(true)
})
