import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { importQuestions, previewImport } from '@baobab/contract/quiz/question-import.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { videosAdminText, videosText } from '@baobab/contract/videos/text.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { createSeries } from '@baobab/contract/videos/endpoints.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeVideo, unique } from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { csvOf, fixture, formWith, sheetNames } from '../../../test/spreadsheets.ts'
import { requireUnusedTitle } from '../../videos/admin/titles.ts'
import { findVideoByTitle } from '../../videos/queries.ts'
import { questions } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const form = {
  question: 'Who was kind?',
  options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
  correctAnswer: 'Bola',
  ageCategory: '11-20' as const,
}
const row = (videoTitle: string, question = form.question, options = form.options) => {
  const [option1, option2, option3, option4] = options
  const { options: _, ...rest } = form
  const cells: Record<string, string | undefined> = {
    ...rest,
    videoTitle,
    question,
    option1,
    option2,
    option3,
    option4,
  }
  return sheetNames.map((name) => cells[name] ?? '')
}
const send = (...rows: string[][]) =>
  t.as(admin.token)(importQuestions, { body: formWith({ name: 'Term 1.csv', bytes: csvOf(rows) }) })

describe('options that look the same', () => {
  const alike = ['Lagos State', 'Lagos  State', 'Kano', 'Oyo']

  it('are refused by the form and by an import', async () => {
    const { title } = await makeVideo(t, { title: `Danfo ${unique()}` })
    const body = { ...form, videoTitle: title, options: alike, correctAnswer: 'Kano' }
    expect((await refusal(t.as(admin.token)(addQuestion, { body }))).errors).toContainEqual({
      path: 'options',
      message: quizAdminText.optionsDiffer,
    })
    const text = fixture('same-looking-options.csv').toString()
    const file = formWith({ name: 'a.csv', bytes: Buffer.from(text.replace('The Last Seat on the Danfo', title)) })
    expect(await refusal(t.as(admin.token)(importQuestions, { body: file }))).toMatchObject({
      status: 422,
      errors: [{ path: 'rows.2.option2', message: `Row 2: ${quizAdminText.optionsDiffer}` }],
    })
  })
})

describe('a title', () => {
  it('in a file finds its video regardless of spaces, quotes and case, and without tone marks, dots and hooks', async () => {
    const word = unique()
    const video = await makeVideo(t, { title: `Ìjàpá’s  Ọ̀ṣẹ ${word}` })
    const file = formWith({ name: 'a.csv', bytes: csvOf([row(`ijapa's ose ${word}`), row(`ìjàpá's  ọ̀ṣẹ ${word}`)]) })
    const preview = await t.as(admin.token)(previewImport, { body: file })
    expect(preview.rows.map(({ readings }) => readings)).toEqual([
      [{ column: 'videoTitle', cell: `ijapa's ose ${word}`, readAs: video.title }],
      [],
    ])
    const titles = [`ìjàpá's ọ̀ṣẹ ${word}`, `Ijapa's Ose ${word}`, `IJAPA\u2019S\u00A0Ọṣẹ ${word}\u200B`]
    expect(await send(...titles.map((title, n) => row(title, `Part ${n}?`)))).toMatchObject({ added: 3 })
    expect(await t.app.db.$count(questions, eq(questions.videoId, video.id))).toBe(3)
  })

  it('shared by two videos when marks are ignored finds neither, but exact spelling finds each', async () => {
    const word = unique()
    const [first] = [await makeVideo(t, { title: `Ọkọ ${word}` }), await makeVideo(t, { title: `Ọkọ́ ${word}` })]
    const message = `Row 2: ${videosText.noSuchTitle} Did you mean “Ọkọ ${word}” or “Ọkọ́ ${word}”?`
    expect((await refusal(send(row(`oko ${word}`)))).errors).toEqual([{ path: 'rows.2.videoTitle', message }])
    expect(await send(row(`ọkọ ${word}`))).toMatchObject({ added: 1 })
    expect(await t.app.db.$count(questions, eq(questions.videoId, first.id))).toBe(1)
  })

  it('that no video has gets the nearest one as a suggestion', async () => {
    const { title } = await makeVideo(t, { title: 'Ànàǹsí Weighs the Moon' })
    const message = `Row 2: No video has this title. Did you mean “${title}”?`
    expect((await refusal(send(row('Anasi weigh the moon')))).errors).toEqual([{ path: 'rows.2.videoTitle', message }])
    const [error] = (await refusal(send(row('xqzzy jkvw')))).errors ?? []
    expect(error?.message).toBe('Row 2: No video has this title.')
  })

  it('that looks the same as another is refused, but one already stored is found as written', async () => {
    const word = unique()
    const [curly, straight] = [
      await makeVideo(t, { title: `Ada’s Drum ${word}` }),
      await makeVideo(t, { title: `Ada's Drum ${word}` }),
    ]
    for (const video of [curly, straight])
      expect(await findVideoByTitle(t.app.db, video.title)).toMatchObject({ id: video.id })
    const refused = requireUnusedTitle(t.app.db, `ADA\u02BCS  drum ${word}`)
    await expect(refused).rejects.toThrow(videosAdminText.titleTaken)
    const series = { title: `Brave\u2013Tales ${word}`, description: '' }
    await t.as(admin.token)(createSeries, { body: series })
    const again = t.as(admin.token)(createSeries, { body: { ...series, title: `brave-tales  ${word}` } })
    expect((await refusal(again)).status).toBe(409)
  })

  it('is found in the list of videos without tone marks, dots and hooks', async () => {
    const { title } = await makeVideo(t, { title: `Ɗanladi àti Ìjàpá ${unique()}` })
    for (const search of ['danladi ati', 'Ɗanladi', 'ATI  ijapa']) {
      const { videos } = await t.as(admin.token)(listAdminVideos, { query: { search } })
      expect(videos.map((video) => video.title)).toEqual([title])
    }
  })
})

it('a question that looks like another in its quiz is refused, and not added by an import', async () => {
  const { title } = await makeVideo(t)
  const add = (question: string) => t.as(admin.token)(addQuestion, { body: { ...form, videoTitle: title, question } })
  await add('Who’s  kind – really?')
  expect((await refusal(add("who's kind - really?"))).status).toBe(409)
  expect(await send(row(title, 'WHO’S KIND\u00A0- REALLY?'))).toMatchObject({ added: 0, skipped: 1 })
})
