// Tests that admins find the questions of all videos to use them in another quiz.
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { searchQuestions } from '@baobab/contract/quiz/question-bank.ts'
import { deleteVideo } from '@baobab/contract/videos/admin.ts'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeVideo } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const asAdmin = t.as(admin.token)

const options = ['A calabash', 'A drum', 'A goat', 'A lamp']
async function add(video: { title: string }, question: string, ageCategory: '5-10' | '11-20' = '5-10') {
  const body = { videoTitle: video.title, ageCategory, question, options, correctAnswer: 'A drum' }
  return (await asAdmin(addQuestion, { body })).trivia._id
}

const search = (videoId: string, query: { search?: string; limit?: number; cursor?: string } = {}) =>
  asAdmin(searchQuestions, { query: { videoId, ageCategory: '11-20', ...query } })

describe('the question bank', () => {
  it('has the questions of all videos that the quiz does not ask, newest first', async () => {
    const [from, to, gone] = [await makeVideo(t), await makeVideo(t), await makeVideo(t)]
    const first = await add(from, 'What did Ṣadé borrow?')
    const second = await add(from, 'What did she give back?', '11-20')
    await add(to, 'what did she  give back?', '11-20')
    await add(to, 'Asked here already?', '11-20')
    const other = await add(to, 'Asked of the younger only?')
    await add(gone, 'Of a deleted video?')
    await asAdmin(deleteVideo, { params: { id: gone.id } })
    const { questions } = await search(to.id)
    expect(questions.map(({ _id }) => _id)).toEqual([other, first])
    expect(questions[1]).toEqual({
      _id: first,
      videoTitle: from.title,
      ageCategory: '5-10',
      question: 'What did Ṣadé borrow?',
      options,
      correctAnswer: 'A drum',
      explanation: null,
    })
    expect((await search(from.id)).questions.map(({ _id }) => _id)).not.toContain(second)
  })

  it('is searched by question, option and title, without accents, one page at a time', async () => {
    const [from, to] = [await makeVideo(t, { title: 'Ɗanladi Counts' }), await makeVideo(t)]
    const ids = [await add(from, 'Who counted first?'), await add(from, 'Who counted last?')]
    const found = async (words: string) => (await search(to.id, { search: words })).questions.map(({ _id }) => _id)
    expect(await found('danladi calabash')).toEqual(ids.toReversed())
    expect(await found('counted last')).toEqual([ids[1]])
    expect(await found('100%')).toEqual([])
    const page = await search(to.id, { search: 'danladi', limit: 1 })
    const next = await search(to.id, { search: 'danladi', limit: 1, cursor: page.nextCursor ?? '' })
    expect([page, next].flatMap(({ questions }) => questions.map(({ _id }) => _id))).toEqual(ids.toReversed())
    expect(next.nextCursor).toBeNull()
  })

  it('refuses an unknown video', async () => {
    expect(await refusal(search(crypto.randomUUID()))).toMatchObject({ status: 404, code: 'video_not_found' })
  })
})
