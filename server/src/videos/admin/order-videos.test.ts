import * as adminContract from '@baobab/contract/videos/admin.ts'
import * as contract from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLines } from '../../platform/audit/tables.ts'
import { refusal } from '../../../test/refusal.ts'
import { makeUploadedVideo } from '../../../test/videos.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makePaidStudent, makeStudent, makeVideo, unique } from '../../../test/factories.ts'
import { videos } from '../tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)

describe('the order of videos', () => {
  let ids: string[]
  beforeEach(async () => {
    await t.app.db.delete(videos)
    ids = []
    for (let position = 1; position <= 5; position += 1) ids.push((await makeVideo(t, { position })).id)
  })
  const put = (id: string | undefined, before: string | null | undefined) =>
    t.as(admin.token)(adminContract.orderVideos, { body: { id: id ?? '', before: before ?? null } })
  const order = async () => (await t.as()(contract.listVideos, {})).map(({ _id }) => _id)
  const positions = async () =>
    (await t.app.db.select({ position: videos.position }).from(videos).orderBy(videos.position)).map(
      ({ position }) => position,
    )

  it('is changed by admins and visible to everyone', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = ids
    expect((await put(e, b)).message).toBe('Order changed successfully!')
    expect(await order()).toEqual([a, e, b, c, d])
    await put(a, null)
    expect(await order()).toEqual([e, b, c, d, a])
    await put(c, c)
    expect(await order()).toEqual([e, b, c, d, a])
    expect(await positions()).toEqual([1, 2, 3, 4, 5])
    const lines = await t.app.db.select().from(auditLines).where(eq(auditLines.subject, e))
    expect(lines).toMatchObject([{ action: 'video.ordered', details: { before: b } }])
  })

  it('repairs positions that are equal', async () => {
    await t.app.db.update(videos).set({ position: 1 })
    const before = await order()
    await put(before[4], before[0])
    expect(await order()).toEqual([before[4], ...before.slice(0, 4)])
    expect(await positions()).toEqual([1, 2, 3, 4, 5])
  })

  it('stays consistent while videos are moved and uploaded concurrently', async () => {
    const moves = Array.from({ length: 12 }, (_, index) => put(ids[index % 5], ids[(index * 3 + 1) % 5]))
    const added = Array.from({ length: 3 }, () => makeUploadedVideo(t, admin.token))
    await Promise.all([...moves, ...added])
    expect(await positions()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('refuses a video that does not exist', async () => {
    const missing = crypto.randomUUID()
    for (const [id, before] of [
      [missing, null],
      [ids[0], missing],
      ['nonsense', null],
      [ids[0], 'nonsense'],
    ] as const)
      expect((await refusal(put(id, before))).code).toBe('video_not_found')
    expect(await order()).toEqual(ids)
  })
})

describe("the admin's list", () => {
  const find = async (search: string, limit = 50) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = { search, limit: String(limit), ...(cursor ? { cursor } : {}) }
      const page = await t.as(admin.token)(adminContract.listAdminVideos, { query })
      expect(page.videos.length).toBeLessThanOrEqual(limit)
      found.push(...page.videos.map(({ title }) => title))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return found
  }

  it('finds videos by a part of their title in any letter case, page by page', async () => {
    const word = unique()
    const titles = ['The % of', 'the _ OF', 'Ẹ̀kọ́ of'].map((start) => `${start} ${word}`)
    for (const title of titles) await makeVideo(t, { title })
    expect((await find(word.toUpperCase())).toSorted()).toEqual(titles.toSorted())
    expect((await find(` OF ${word} `, 1)).toSorted()).toEqual(titles.toSorted())
    expect(await find(`% of ${word}`)).toEqual([titles[0]])
    expect(await find(`_ of ${word}`)).toEqual([titles[1]])
    expect(await find('ẹ̀kỌ́'.normalize('NFD'))).toEqual([titles[2]])
    expect(await find("'; drop table videos; --")).toEqual([])
    expect((await find('')).length).toBeGreaterThanOrEqual(3)
  })
})

it('a locked video lists its qualities with their sizes, but no links', async () => {
  const stream = { folder: `streams/${crypto.randomUUID()}`, rungs: [{ height: 240, bytes: 1_000 }], soundBytes: 100 }
  const { id } = await makeVideo(t, { access: 'premium', file: `videos/${crypto.randomUUID()}.mp4`, stream })
  const seen = async (token?: string) => (await t.as(token)(contract.listVideos, {})).find(({ _id }) => _id === id)
  for (const token of [undefined, (await makeStudent(t)).token]) {
    const video = await seen(token)
    expect(video?.renditions).toEqual([
      { quality: 'saver', height: 240, bytes: 1_000 },
      { quality: 'sound', height: null, bytes: 100 },
    ])
    expect(JSON.stringify(video)).not.toContain('/media/')
  }
  const paid = await seen((await makePaidStudent(t)).token)
  expect(paid?.streamUrl).toMatch(/\/master\.m3u8$/)
  expect(paid?.renditions[0]?.fileUrl).toMatch(/\/240p\.mp4$/)
})
