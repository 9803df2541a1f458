import * as contract from '@baobab/contract/videos/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { deleteVideo, updateVideo } from '@baobab/contract/videos/admin.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeSeries, makeVideo, unique } from '../../../../test/factories.ts'
import { openTestApp } from '../../../../test/harness.ts'
import { refusal } from '../../../../test/refusal.ts'
import { makeUploadedVideo, videoForm } from '../../../../test/videos.ts'
import { auditLines } from '../../../platform/audit/tables.ts'
import { series, videos, type VideoRow } from '../../tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const admin = await makeAdmin(t)
beforeEach(async () => {
  await t.app.db.delete(videos)
  await t.app.db.delete(series)
})

const asAdmin = () => t.as(admin.token)
const list = async () => (await asAdmin()(contract.listSeries, {})).series
const create = (title: string) => asAdmin()(contract.createSeries, { body: { title, description: 'Some tales.' } })
const lastLine = async () => (await t.app.db.select().from(auditLines).orderBy(desc(auditLines.at)).limit(1))[0]
const update = ({ id, title, description }: VideoRow, changes: Record<string, unknown>) =>
  asAdmin()(updateVideo, { params: { id }, body: { title, description, ...changes } })
const titles = (all: readonly { title: string }[]) => all.map(({ title }) => title)

describe('a series', () => {
  it('is created, changed and deleted, with a line in the audit log each time', async () => {
    const made = await create('  Small Things ')
    expect(made).toEqual({
      message: 'Series created successfully!',
      series: { _id: expect.any(String), title: 'Small Things', description: 'Some tales.', videos: [] },
    })
    const params = { seriesId: made.series._id }
    expect(await lastLine()).toMatchObject({ action: 'series.created', subject: params.seriesId })
    const { lines } = await asAdmin()(auditLog, { query: { search: 'small' } })
    expect(lines[0]?.subject).toEqual({ _id: params.seriesId, kind: 'series', name: 'Small Things' })
    const body = { title: 'Big Hearts', description: '' }
    const changed = await asAdmin()(contract.updateSeries, { params, body })
    expect(changed).toMatchObject({ message: 'Series updated successfully!', series: body })
    expect(await lastLine()).toMatchObject({ action: 'series.updated', details: { renamed: true } })
    expect(await asAdmin()(contract.deleteSeries, { params })).toEqual({ message: 'Series deleted successfully.' })
    expect(await lastLine()).toMatchObject({ action: 'series.deleted', details: { title: 'Big Hearts' } })
    expect(await list()).toEqual([])
  })

  it('has a title of its own, whatever its case', async () => {
    await create('Small Things')
    const other = (await create('Big Hearts')).series
    const taken = {
      code: 'series_title_taken',
      message: 'A series with this title already exists.',
      errors: [{ path: 'title', message: 'A series with this title already exists.' }],
    }
    expect(await refusal(create('small things'))).toMatchObject(taken)
    const [params, body] = [{ seriesId: other._id }, { title: 'SMALL THINGS', description: '' }]
    expect(await refusal(asAdmin()(contract.updateSeries, { params, body }))).toMatchObject(taken)
    await asAdmin()(contract.updateSeries, { params, body: { title: 'big hearts', description: '' } })
  })

  it('that does not exist is refused by every call', async () => {
    const video = await makeVideo(t)
    const missing = { code: 'series_not_found', message: 'We could not find this series.' }
    for (const seriesId of ['unknown', video.id]) {
      const [params, body] = [{ seriesId }, { title: 'A', description: '' }]
      const move = { id: seriesId, before: null }
      expect(await refusal(asAdmin()(contract.updateSeries, { params, body }))).toMatchObject(missing)
      expect(await refusal(asAdmin()(contract.deleteSeries, { params }))).toMatchObject(missing)
      expect(await refusal(asAdmin()(contract.orderSeries, { body: move }))).toMatchObject(missing)
      expect(await refusal(asAdmin()(contract.orderSeriesVideos, { params, body: move }))).toMatchObject(missing)
      expect(await refusal(update(video, { seriesId }))).toMatchObject(missing)
    }
  })

  it('is moved in the order of all series, and so are its videos', async () => {
    const [a, b, c] = [await makeVideo(t), await makeVideo(t), await makeVideo(t)]
    const [first, second] = [await makeSeries(t, { members: [a, b, c] }), await makeSeries(t)]
    expect((await list()).map(({ _id }) => _id)).toEqual([first, second])
    await asAdmin()(contract.orderSeries, { body: { id: second, before: first } })
    expect((await list()).map(({ _id }) => _id)).toEqual([second, first])
    const params = { seriesId: first }
    await asAdmin()(contract.orderSeriesVideos, { params, body: { id: c.id, before: a.id } })
    const [, moved] = await list()
    expect(moved?.videos.map(({ _id }) => _id)).toEqual([c.id, a.id, b.id])
    expect(await lastLine()).toMatchObject({
      action: 'series.videos_ordered',
      subject: first,
      details: { video: c.id },
    })
    const stranger = { id: (await makeVideo(t)).id, before: null }
    expect(await refusal(asAdmin()(contract.orderSeriesVideos, { params, body: stranger }))).toMatchObject({
      code: 'video_not_found',
    })
    const seen = await t.as()(listVideos, {})
    expect(seen.find(({ _id }) => _id === c.id)?.series).toMatchObject({ _id: first, position: 1, order: 2 })
  })
})

describe('a video', () => {
  it('joins the end of a series by its form, stays where it is, moves to another, and leaves', async () => {
    const [one, two, video] = [await makeVideo(t), await makeVideo(t), await makeVideo(t)]
    const [first, second] = [await makeSeries(t, { members: [one, two] }), await makeSeries(t)]
    const joined = await update(video, { seriesId: first })
    expect(joined.video.series).toMatchObject({ _id: first, position: 3, description: 'Some tales.' })
    expect(await lastLine()).toMatchObject({ action: 'video.updated', details: { seriesChanged: true } })
    await update(one, { seriesId: first, values: ['courage'] })
    expect(await lastLine()).toMatchObject({ details: { seriesChanged: false, valuesChanged: true } })
    await update(two, {})
    expect((await list()).map((each) => each.videos.length)).toEqual([3, 0])
    expect((await list())[0]?.videos.map(({ _id }) => _id)).toEqual([one.id, two.id, video.id])
    await update(video, { seriesId: second })
    expect((await update(two, { seriesId: '' })).video.series).toBeNull()
    expect((await list()).map((each) => titles(each.videos))).toEqual([[one.title], [video.title]])
  })

  it('stays when its series is deleted, and leaves its series when it is deleted', async () => {
    const [one, two] = [await makeVideo(t), await makeVideo(t)]
    const params = { seriesId: await makeSeries(t, { members: [one, two] }) }
    await asAdmin()(deleteVideo, { params: { id: one.id } })
    expect((await list()).map((each) => titles(each.videos))).toEqual([[two.title]])
    await asAdmin()(contract.deleteSeries, { params })
    expect(await t.as()(listVideos, {})).toMatchObject([{ _id: two.id, series: null }])
  })

  it('gets values and a series with its upload, by a form too', async () => {
    const seriesId = await makeSeries(t)
    const fields = { description: 'A tale.', values: 'courage,hard-work', seriesId }
    const video = await makeUploadedVideo(t, admin.token, fields)
    expect(video).toMatchObject({ values: ['courage', 'hard-work'], series: { _id: seriesId, position: 1 } })
    const params = { id: video._id }
    const kept = { title: video.title, description: 'Another.' }
    expect((await asAdmin()(updateVideo, { params, body: kept })).video).toMatchObject({ values: video.values })
    const none = videoForm({ ...kept, values: '', seriesId: '' })
    expect((await asAdmin()(updateVideo, { params, body: none })).video).toMatchObject({ values: [], series: null })
  })

  it.each([
    [['greed'], 'Unknown value'],
    [['honesty', 'courage', 'kindness', 'respect'], 'Choose at most 3 values.'],
    [['honesty', 'honesty'], 'Choose each value once.'],
  ])('is refused with the values %j', async (values, message) => {
    const video = await makeVideo(t)
    const refused = await refusal(update(video, { values }))
    expect(refused).toMatchObject({ code: 'invalid' })
    expect(refused.errors.map((error) => error.message)).toContain(message)
    const [row] = await t.app.db.select().from(videos).where(eq(videos.id, video.id))
    expect(row?.values).toEqual([])
  })

  it('stays in one series with one position while admins add and delete at the same time', async () => {
    const target = await makeSeries(t)
    const made = await Promise.all(Array.from({ length: 6 }, () => makeVideo(t, { title: `Tale ${unique()}` })))
    await Promise.all(made.map((video) => update(video, { seriesId: target })))
    const rows = await t.app.db.select().from(videos).where(eq(videos.seriesId, target)).orderBy(videos.seriesPosition)
    expect(rows.map(({ seriesPosition }) => seriesPosition)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
