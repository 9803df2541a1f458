import { BOOKMARKS_MAX } from '@baobab/contract/videos/rules.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { addBookmark, listVideos, removeBookmark, reportPlayed } from '@baobab/contract/videos/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeStudent, makeVideo, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { bookmarks, plays, videos } from './tables.ts'

const t = await openStillTestApp({ RATE_LIMIT_FACTOR: '0' })

const add = (student: MadeStudent, id: string) => t.as(student.token)(addBookmark, { params: { id } })
const remove = (student: MadeStudent, id: string) => t.as(student.token)(removeBookmark, { params: { id } })
const isBookmarked = async (token: string | undefined, id: string) =>
  (await t.as(token)(listVideos, {})).find(({ _id }) => _id === id)?.isBookmarked
const count = (student: MadeStudent) => t.app.db.$count(bookmarks, eq(bookmarks.studentId, student.id))

describe('a bookmark', () => {
  it('is added and removed, as often as somebody taps, and seen by that student only', async () => {
    const [student, other, { id }] = [await makeStudent(t), await makeStudent(t), await makeVideo(t)]
    expect(await add(student, id)).toEqual({ message: 'Bookmarked.', isBookmarked: true })
    await add(student, id)
    expect(await count(student)).toBe(1)
    expect(await isBookmarked(student.token, id)).toBe(true)
    expect(await isBookmarked(other.token, id)).toBe(false)
    expect(await isBookmarked(undefined, id)).toBe(false)
    expect(await remove(student, id)).toEqual({ message: 'Bookmark removed.', isBookmarked: false })
    await remove(student, id)
    expect(await count(student)).toBe(0)
    expect(await isBookmarked(student.token, id)).toBe(false)
  })

  it('may be of a locked video, but not of one that students do not see', async () => {
    const student = await makeStudent(t)
    await add(student, (await makeVideo(t, { access: 'premium' })).id)
    const failed = await makeVideo(t, { state: 'failed' })
    for (const id of ['unknown', failed.id, student.id]) {
      expect(await refusal(add(student, id))).toMatchObject({ code: 'video_not_found' })
      expect(await refusal(remove(student, id))).toMatchObject({ code: 'video_not_found' })
    }
  })

  it('is refused above the limit, also if several are sent at the same time', async () => {
    const student = await makeStudent(t)
    const sample = await makeVideo(t)
    await t.app.db.execute(sql`
    insert into videos (title, title_key, description, access, position, state, size_bytes, sha256, created_at)
    select 'Bulk ' || n, 'bulk ' || n, '', 'free', 1, 'ready', 1, 'x', now() from generate_series(1, ${BOOKMARKS_MAX - 2}) n`)
    await t.app.db.execute(sql`
    insert into bookmarks select ${student.id}::uuid, id, now() from videos where title_key like 'bulk %'`)
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => makeVideo(t)))
    const outcomes = await Promise.allSettled(made.map(({ id }) => add(student, id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await refusal(add(student, sample.id))).toMatchObject({
      code: 'too_many_bookmarks',
      message: 'You have 500 bookmarks. Remove one before you add another.',
    })
    expect(await count(student)).toBe(BOOKMARKS_MAX)
    await t.app.db
      .update(videos)
      .set({ deletedAt: t.app.clock.now() })
      .where(sql`title_key like 'bulk %'`)
  })

  it('is in the export of one’s data, and is deleted with the video and with the account', async () => {
    const [student, admin] = [await makeStudent(t), await makeAdmin(t)]
    const [kept, deleted] = [await makeVideo(t), await makeVideo(t)]
    await add(student, kept.id)
    await add(student, deleted.id)
    await t.as(admin.token)(deleteVideo, { params: { id: deleted.id } })
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['bookmarks']).toMatchObject([{ videoId: kept.id }])
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await count(student)).toBe(0)
  })
})

describe('what was played', () => {
  const report = (student: MadeStudent, id: string, ranges: [number, number][], hasRead = false) =>
    t.as(student.token)(reportPlayed, {
      params: { id },
      body: { ranges: ranges.map(([from, to]) => ({ from, to })), ...(hasRead && { hasRead }) },
    })
  const pass = (seconds: number) => t.app.clock.advance(seconds * 1_000)
  const start = async (changes: Parameters<typeof makeVideo>[1] = {}) => {
    const [student, { id }] = [await makeStudent(t), await makeVideo(t, { durationSeconds: 60, ...changes })]
    expect(await report(student, id, [])).toEqual({ isAccepted: true, secondsToPlay: 54 })
    return { student, id }
  }
  const secondsToPlay = async (token: string | undefined, id: string) =>
    (await t.as(token)(listVideos, {})).find(({ _id }) => _id === id)?.secondsToPlay

  it('is the union of all reports, and complete with 90 % of the video’s seconds', async () => {
    const { student, id } = await start()
    pass(60)
    await report(student, id, [[0, 20], [10, 30]]) // prettier-ignore
    const second = { isAccepted: true, secondsToPlay: 54 - 35 }
    expect(await report(student, id, [[25, 35]])).toEqual(second)
    expect(await report(student, id, [[25, 35]])).toEqual(second)
    expect(await secondsToPlay(student.token, id)).toBe(19)
    expect(await secondsToPlay(undefined, id)).toBeNull()
    // The video has no seconds after its end.
    expect(await report(student, id, [[60, 90]])).toEqual(second)
    expect(await report(student, id, [[41, 60]])).toEqual({ isAccepted: true, secondsToPlay: 0 })
    expect(await secondsToPlay(student.token, id)).toBe(0)
  })

  it('is refused beyond double speed since the first report, which starts the clock, and accepted later', async () => {
    const { student, id } = await start()
    expect(await report(student, id, [[0, 60]])).toEqual({ isAccepted: false, secondsToPlay: 54 })
    pass(28)
    expect(await report(student, id, [[0, 60]])).toEqual({ isAccepted: false, secondsToPlay: 54 })
    pass(1)
    expect(await report(student, id, [[0, 60]])).toEqual({ isAccepted: true, secondsToPlay: 0 })
    const other = await makeStudent(t)
    expect(await report(other, id, [[0, 60]])).toEqual({ isAccepted: false, secondsToPlay: 54 })
  })

  it('counts concurrent reports together, in total at most double speed', async () => {
    const { student, id } = await start()
    pass(10)
    const parts = Array.from({ length: 6 }, (_, n): [number, number] => [n * 10, n * 10 + 10])
    const replies = await Promise.all(parts.map((part) => report(student, id, [part])))
    expect(replies.filter(({ isAccepted }) => isAccepted)).toHaveLength(2)
    expect(await secondsToPlay(student.token, id)).toBe(34)
  })

  it('is complete once the transcript was read, no earlier than its words take at 200 a minute', async () => {
    const { student, id } = await start({ transcript: 'word '.repeat(100) })
    pass(29)
    expect(await report(student, id, [], true)).toEqual({ isAccepted: false, secondsToPlay: 54 })
    pass(1)
    expect(await report(student, id, [], true)).toEqual({ isAccepted: true, secondsToPlay: 0 })
    const without = await start()
    pass(300)
    expect(await report(without.student, without.id, [], true)).toEqual({ isAccepted: true, secondsToPlay: 54 })
  })

  it('is in the export of one’s data, and is deleted with the account', async () => {
    const { student, id } = await start()
    pass(10)
    await report(student, id, [[5, 10]])
    const { tables } = await t.as(student.token)(exportData, {})
    expect(tables['videosPlayed']).toMatchObject([{ videoId: id, played: '{[5,10)}', playedAt: null }])
    await t.as(student.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await t.app.db.$count(plays, eq(plays.studentId, student.id))).toBe(0)
  })
})
