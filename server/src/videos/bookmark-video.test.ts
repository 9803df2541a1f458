import { BOOKMARKS_MAX } from '@baobab/contract/videos/rules.ts'
import { eraseAccount, exportData } from '@baobab/contract/privacy/endpoints.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { addBookmark, listVideos, removeBookmark } from '@baobab/contract/videos/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAdmin, makeStudent, makeVideo, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { bookmarks, videos } from './tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })

const add = (student: MadeStudent, id: string) => t.as(student.token)(addBookmark, { params: { id } })
const remove = (student: MadeStudent, id: string) => t.as(student.token)(removeBookmark, { params: { id } })
const isBookmarked = async (token: string | undefined, id: string) =>
  (await t.as(token)(listVideos, {})).find(({ _id }) => _id === id)?.isBookmarked
const count = (student: MadeStudent) => t.app.db.$count(bookmarks, eq(bookmarks.studentId, student.id))

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
