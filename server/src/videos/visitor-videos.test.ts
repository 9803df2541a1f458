// The list of videos that visitors get is made once, and follows each change on every server.
import { setVisibility, deleteVideo, updateVideo } from '@baobab/contract/videos/admin.ts'
import { addBookmark, listVideos, watchVideo, type Video, type VideoPage } from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { makeAdmin, makePaidStudent, makeQuiz, makeStudent, makeVideo } from '../../test/factories.ts'
import { type TestApp, openTestApp } from '../../test/harness.ts'
import { makeStoredVideo } from '../../test/videos.ts'
import { PUBLIC_CHANGES_TOPIC } from '../platform/http/visitor-replies.ts'
import { linkExpiry } from '../platform/security/signed-links.ts'
import { questions } from '../quiz/tables.ts'
import { series, videos } from './tables.ts'

const HOUR = 3_600_000

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
/** A second server on the same database. */
const other = await openTestApp({ RATE_LIMIT_FACTOR: '0' }, t)
const admin = await makeAdmin(t)

const read = async (at: TestApp = t) => (await at.http.inject(listVideos.path)).json<Video[]>()
const find = async (id: string, at?: TestApp) => (await read(at)).find(({ _id }) => _id === id)
/** Runs work, and counts the statements with which requests read the whole list in the meantime. */
async function countMade(work: () => Promise<unknown>): Promise<number> {
  const queries = vi.spyOn(t.app.pool, 'query')
  await work()
  const made = queries.mock.calls.filter((call) => JSON.stringify(call).includes('left join \\"bookmarks\\"')).length
  queries.mockRestore()
  return made
}

describe('what visitors get', () => {
  it('W-32 is made once for all who ask together, and not again until something changes', async () => {
    await makeVideo(t)
    const ask = () => Promise.all(Array.from({ length: 30 }, () => t.http.inject(listVideos.path)))
    expect(await countMade(ask)).toBe(1)
    expect(await countMade(ask)).toBe(0)
    await makeVideo(t)
    expect(await countMade(ask)).toBe(1)
  })

  it('W-33 is the same for whatever a browser sends, and sent again only if it changed', async () => {
    await makeVideo(t)
    const plain = await t.http.inject(listVideos.path)
    for (const headers of [
      { cookie: 'authToken=x; theme=dark' },
      { 'accept-language': 'ha-NG', 'user-agent': 'Opera Mini' },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      { authorization: `Bearer ${'x'.repeat(43)}` },
    ])
      expect((await t.http.inject({ url: listVideos.path, headers })).body).toBe(plain.body)
    const etag = String(plain.headers['etag'])
    const repeat = (tag: string) => t.http.inject({ url: listVideos.path, headers: { 'if-none-match': tag } })
    expect((await repeat(etag)).statusCode).toBe(304)
    expect((await repeat('"other"')).statusCode).toBe(200)
    await makeVideo(t)
    expect((await repeat(etag)).statusCode).toBe(200)
  })

  it('W-33 never has anything of a caller who is logged in, and never reaches one', async () => {
    const video = await makeVideo(t)
    const { _id: premium } = await makeStoredVideo(t, { access: 'premium' })
    const student = await makePaidStudent(t)
    await t.as(student.token)(watchVideo, { params: { id: video.id } })
    await t.as(student.token)(addBookmark, { params: { id: video.id } })
    const asStudent = () => t.as(student.token)(listVideos, {})
    const asAdmin = () => t.as(admin.token)(listVideos, {})
    const all = await Promise.all([asStudent(), read(), asAdmin(), read(), asStudent(), read()])
    for (const [index, list] of [...all, await read()].entries()) {
      const isVisitor = index % 2 === 1 || index === 6
      const [one, locked] = [video.id, premium].map((id) => list.find(({ _id }) => _id === id))
      expect([one?.isWatched, one?.isBookmarked]).toEqual(isVisitor || index === 2 ? [false, false] : [true, true])
      expect([locked?.isLocked, locked?.videoUrl === undefined]).toEqual([isVisitor, isVisitor])
    }
    // Visitors' replies contain no links that need a session.
    expect(JSON.stringify(await read())).not.toContain(student.token)
  })
})

describe('W-33 no visitor of any server sees what is no longer to be seen', () => {
  type Change = (id: string) => Promise<unknown>
  const set = (body: Parameters<typeof setVideo>[1]) => (id: string) => setVideo(id, body)
  const setVideo = (id: string, body: { publish: 'draft' } | { publish: 'later'; publishAt: string }) =>
    t.as(admin.token)(setVisibility, { params: { id }, body })
  const setRow = (values: Partial<typeof videos.$inferInsert>) => (id: string) =>
    t.app.db.update(videos).set(values).where(eq(videos.id, id))
  const changes: [string, Change][] = [
    ['hidden', set({ publish: 'draft' })],
    ['to be published later', (id) => setVideo(id, { publish: 'later', publishAt: inAnHour() })],
    ['deleted', (id) => t.as(admin.token)(deleteVideo, { params: { id } })],
    ['failed, as a job writes it', setRow({ state: 'failed', failure: 'broken' })],
    ['changed by hand', (id) => t.owner.query('update videos set is_draft = true where id = $1', [id])],
  ]
  const inAnHour = () => new Date(t.app.clock.now().getTime() + HOUR).toISOString()

  it.each(changes)('a video that is %s', async (_what, change) => {
    const { id } = await makeVideo(t)
    for (const at of [t, other]) expect(await find(id, at)).toBeDefined()
    await change(id)
    for (const at of [t, other]) expect(await find(id, at)).toBeUndefined()
  })

  it('the file of a video that must be paid for now', async () => {
    const { _id: id } = await makeStoredVideo(t)
    for (const at of [t, other]) expect((await find(id, at))?.videoUrl).toBeDefined()
    await t.app.db.update(videos).set({ access: 'premium' }).where(eq(videos.id, id))
    for (const at of [t, other]) expect(await find(id, at)).toMatchObject({ isLocked: true, transcript: '' })
    for (const at of [t, other]) expect((await find(id, at))?.videoUrl).toBeUndefined()
  })

  it('a title, a question, or a series that an admin has changed', async () => {
    const { video, questions: made } = await makeQuiz(t, { count: 2 })
    await Promise.all([read(), read(other)])
    await t.as(admin.token)(updateVideo, {
      params: { id: video.id },
      body: { title: `${video.title} again`, description: 'Another.' },
    })
    await t.app.db.delete(questions).where(eq(questions.id, made[0]?.id ?? ''))
    for (const at of [t, other])
      expect(await find(video.id, at)).toMatchObject({
        title: `${video.title} again`,
        questionCounts: { '5-10': 0, '11-20': 1 },
      })
    const [added] = await t.app.db
      .insert(series)
      .values({ title: 'Tales', titleKey: 'tales', description: '', position: 1, createdAt: t.app.clock.now() })
      .returning()
    await t.app.db.update(videos).set({ seriesId: added?.id, seriesPosition: 1 }).where(eq(videos.id, video.id))
    await Promise.all([read(), read(other)])
    await t.app.db.update(series).set({ title: 'Old tales' })
    for (const at of [t, other]) expect((await find(video.id, at))?.series?.title).toBe('Old tales')
  })

  it('only what visitors see makes the list again', async () => {
    const { id } = await makeVideo(t)
    await read()
    const write = (values: Partial<typeof videos.$inferInsert>) => async () => {
      await t.app.db.update(videos).set(values).where(eq(videos.id, id))
      await read()
    }
    // The encoding of a video writes its progress all the time.
    expect(await countMade(write({ progress: 40 }))).toBe(0)
    expect(await countMade(write({ position: 7 }))).toBe(1)
  })
})

describe('W-33 a table whose rows visitors see', () => {
  const write = (statement: string, values: unknown[] = []) => t.owner.query(statement, values)
  /** Returns the messages about changes that work causes. Equal messages of one transaction are listed once. */
  async function listMessages(work: () => Promise<unknown>): Promise<string[]> {
    await t.app.pubSub.catchUp()
    const messages: string[] = []
    const unsubscribe = t.app.pubSub.subscribe(PUBLIC_CHANGES_TOPIC, (message) => messages.push(message ?? 'a gap'))
    await work()
    await t.app.pubSub.catchUp()
    unsubscribe()
    return messages.toSorted()
  }
  const withdrawn = ['videos', 'videos withdrawn']

  it.each([
    ['videos', 'position = position + 1', ['videos']],
    ['videos', `stream = '{ "folder": "streams/1", "rungs": [], "soundBytes": null }'`, ['videos']],
    ['videos', 'series_id = null, series_position = null, progress = 3', []],
    ['videos', 'progress = 5, encoding = gen_random_uuid(), last_move = gen_random_uuid()', []],
    ['videos', 'title = title', []],
    ['videos', "title = title || ' one'", withdrawn],
    ['videos', "access = 'premium'", withdrawn],
    ['videos', "state = 'failed'", withdrawn],
    ['videos', 'poster = null, captions = gen_random_uuid()', withdrawn],
    ['videos', `other_captions = '{ "ha": "subtitles/1.vtt" }'`, withdrawn],
    ['videos', "publish_at = now() + interval '1 hour'", withdrawn],
    ['videos', 'deleted_at = now()', withdrawn],
    ['questions', "question = 'Which one?'", ['videos']],
    ['series', "title = 'Other tales'", ['videos']],
  ])('announces a change: %s, %s', async (table, change, messages) => {
    const { video } = await makeQuiz(t, { count: 1 })
    const where =
      table === 'videos' ? `id = '${video.id}'` : table === 'questions' ? `video_id = '${video.id}'` : 'true'
    expect(await listMessages(() => write(`update ${table} set ${change} where ${where}`))).toEqual(messages)
  })

  it('announces what is added and removed', async () => {
    expect(await listMessages(() => makeVideo(t))).toEqual(['videos'])
    const { video } = await makeQuiz(t, { count: 1 })
    expect(await listMessages(() => write('delete from questions where video_id = $1', [video.id]))).toEqual(['videos'])
    expect(await listMessages(() => write('delete from videos where id = $1', [video.id]))).toEqual([
      'videos withdrawn',
    ])
    const quiz = () =>
      write("insert into quizzes (video_id, age_category, asked_count) select id, '11-20', 1 from videos limit 1")
    expect(await listMessages(quiz)).toEqual(['videos'])
    expect(await listMessages(() => write("update product_settings set value = '1' where false"))).toEqual(['settings'])
  })
})

describe('what changes by itself', () => {
  it('W-33 a video appears at its time, on each server', async () => {
    const inMinutes = (count: number) => new Date(t.app.clock.now().getTime() + count * 60_000)
    const publishAt = inMinutes(2)
    const { id } = await makeVideo(t, { publishAt })
    for (const minutes of [3, 4]) await makeVideo(t, { publishAt: inMinutes(minutes) })
    for (const at of [t, other]) expect(await find(id, at)).toBeUndefined()
    const now = t.app.clock.now()
    for (const at of [t, other]) at.app.clock.set(publishAt)
    for (const at of [t, other]) expect(await find(id, at)).toBeDefined()
    for (const at of [t, other]) at.app.clock.set(now)
    expect(await find(id)).toBeUndefined()
  })

  it('W-32 links are the same for two hours and then other ones, and each works for two hours more', async () => {
    const { _id: id } = await makeStoredVideo(t)
    const before = t.app.clock.now()
    const expiry = linkExpiry(before) * 1_000
    const link = async () => (await find(id))?.videoUrl ?? ''
    const isServed = async (url: string) => (await t.http.inject({ method: 'HEAD', url })).statusCode === 200
    const first = await link()
    t.app.clock.set(new Date(expiry - 2 * HOUR - 1_000))
    expect(await link()).toBe(first)
    t.app.clock.set(new Date(expiry - 2 * HOUR))
    const second = await link()
    expect(second).not.toBe(first)
    t.app.clock.set(new Date(expiry - 1_000))
    expect([await isServed(first), await isServed(second)]).toEqual([true, true])
    t.app.clock.set(new Date(expiry + 1_000))
    expect([await isServed(first), await isServed(second)]).toEqual([false, true])
    t.app.clock.set(before)
  })
})

describe('pages of the list', () => {
  const readPage = async (query: string, token?: string) =>
    t.http.inject({
      url: `${listVideos.path}?${query}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  async function walk(limit: number, token?: string): Promise<string[]> {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await readPage(`limit=${limit}${cursor && `&cursor=${cursor}`}`, token)
      const page: VideoPage = reply.json<VideoPage>()
      expect(page.videos.length).toBeLessThanOrEqual(limit)
      ids.push(...page.videos.map(({ _id }) => _id))
      cursor = page.nextCursor
    }
    return ids
  }

  it('W-32 have each video once in the order of the list, for visitors and students', async () => {
    for (let n = 0; n < 3; n += 1) await makeVideo(t, { position: 3 })
    const student = await makeStudent(t)
    const all = (await read()).map(({ _id }) => _id)
    for (const limit of [1, 3, all.length - 1, all.length, 100])
      for (const token of [undefined, student.token]) expect(await walk(limit, token)).toEqual(all)
  })

  it('go on where a video was that is no longer listed, and refuse what is no cursor', async () => {
    const all = await read()
    const [first, second] = [all[0]?._id ?? '', all[1]?._id ?? '']
    await t.app.db.update(videos).set({ isDraft: true }).where(eq(videos.id, first))
    const next = (await readPage(`limit=1&cursor=${first}`)).json<VideoPage>()
    expect(next.videos.map(({ _id }) => _id)).toEqual([second])
    for (const cursor of ['x', crypto.randomUUID(), '']) {
      const reply = await readPage(`cursor=${cursor}`)
      expect([reply.statusCode, reply.json()]).toMatchObject([400, { message: 'This cursor is not valid.' }])
    }
    for (const limit of ['0', '101', '1.5', 'x']) expect((await readPage(`limit=${limit}`)).statusCode).toBe(400)
  })
})
