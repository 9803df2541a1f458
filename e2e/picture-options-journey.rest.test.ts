// Options with pictures on a small phone: an admin adds them to a question, and a student answers it.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  deleteOptionPictures,
  listQuestionsWithAnswers,
  optionPictureFiles,
  setOptionPictures,
} from '@baobab/contract/quiz/admin.ts'
import { listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { ASKED } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, openForAdmin, test as base } from './fixtures.ts'
import { asAdmin, makeStudent, OF_EIGHT } from './people.ts'
import { addVoices } from './voices.ts'

const TITLE = 'The Lantern on Ọbọ Street'
const colours = ['#b23e1e', '#15805a', '#3442a8', '#ffc21a']

type Illustrated = { videoId: string; triviaIds: Record<AgeCategory, string[]> }

const test = base.extend<{ quiz: Illustrated }>({
  /** A video's questions, whose pictures are removed afterwards. */
  quiz: async ({ productUrl }, use) => {
    const { call } = await asAdmin(productUrl)
    const videos = await call(listVideos, {})
    const videoId = videos.find(({ title }) => title.normalize('NFC') === TITLE.normalize('NFC'))?._id ?? ''
    const listIds = async (ageCategory: AgeCategory) => {
      const { questions } = await call(listQuestionsWithAnswers, { query: { videoId, ageCategory } })
      return questions.map(({ _id }) => _id)
    }
    const triviaIds = { '5-10': await listIds('5-10'), '11-20': await listIds('11-20') }
    await use({ videoId, triviaIds })
    for (const triviaId of Object.values(triviaIds).flat()) await call(deleteOptionPictures, { params: { triviaId } })
  },
})

/** Paints a picture as large as a phone's, in a browser. */
async function paint(page: Page, colour: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 700 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = fill
    context?.fillRect(0, 0, 900, 700)
    return canvas.toDataURL('image/jpeg')
  }, colour)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** Starts the quiz on a small phone. */
async function startQuiz(page: Page, videoId: string) {
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto(`/student/trivia/page?video=${videoId}`)
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
  await expect(page.getByRole('radio')).toHaveCount(4)
}

/** Answers the question on screen, and returns the button that continues. */
async function answer(page: Page, option: number) {
  await page.getByRole('radio').nth(option).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  const next = page.getByRole('button', { name: /Next Question|Finish Quiz/ })
  await next.waitFor()
  return next
}

/** Expects the pictures to be loaded, and all four options to be above the button while the clock runs. */
async function expectPicturesFit(page: Page) {
  const pictures = page.locator('.qopt__p img')
  await expect(pictures).toHaveCount(4)
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  const overlap = await page.evaluate(() => {
    const ends = [...document.querySelectorAll('.qrow')].map((row) => row.getBoundingClientRect().bottom)
    return Math.max(...ends) - (document.querySelector('.dock')?.getBoundingClientRect().top ?? 0)
  })
  expect(overlap).toBeLessThanOrEqual(0)
}

/** Fails the first two requests for each picture, as a weak network does: the preload and the question's own. */
async function failPicturesTwice(page: Page) {
  const requests = new Map<string, number>()
  await page.route(/\/media\/.*\/options\//, async (route) => {
    const url = route.request().url()
    const count = (requests.get(url) ?? 0) + 1
    requests.set(url, count)
    await (count <= 2 ? route.abort() : route.continue())
  })
}

test('an admin adds pictures to a question, and a student answers it', async ({ browser, productUrl, quiz }) => {
  const { videoId } = quiz
  const student = await makeStudent(productUrl)
  // One of the questions in the pool that this student is asked.
  const [question] = await student.call(listQuestions, { params: { videoTitle: TITLE, ageCategory: '11-20' } })
  const admin = await openForAdmin(browser, productUrl)
  await admin.goto(`/trivia-form?video=${videoId}&ageCategory=11-20&question=${question?._id}`)
  const card = admin.getByRole('region', { name: 'Pictures of the options (optional)' })
  const save = card.getByRole('button', { name: 'Save the four pictures' })
  await expect(save).toBeDisabled()
  const inputs = card.locator('input[type=file]')
  for (const [index, colour] of colours.entries())
    await inputs.nth(index).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await paint(admin, colour) })
  await save.click()
  await expect(admin.getByText('The options have pictures now.').first()).toBeVisible()
  await expect(card.getByRole('heading')).toBeFocused()
  await expect(card.getByRole('button', { name: 'Remove the pictures' })).toBeVisible()
  await expectAccessible(admin)
  await expectFit(admin)

  const page = await openFor(student, browser, productUrl)
  await failPicturesTwice(page)
  await startQuiz(page, videoId)
  for (let at = 0; (await page.locator('.qopt__p').count()) === 0; at += 1) {
    expect(at).toBeLessThan(4)
    await (await answer(page, 0)).click()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  }
  await expectPicturesFit(page)
  await expectAccessible(page)
  await answer(page, 2)
  await expectAccessible(page)
  await page.context().close()

  await card.getByRole('button', { name: 'Remove the pictures' }).click()
  await expectAccessible(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByText('The pictures have been removed.').first()).toBeVisible()
  await expect(card.getByRole('heading')).toBeFocused()
  await expect(card.locator('img')).toHaveCount(0)
  await admin.context().close()
})

test('pictures leave a child of eight room for large text and the buttons that read it aloud', async ({
  browser,
  productUrl,
  quiz,
}) => {
  const { call } = await asAdmin(productUrl)
  const child = await makeStudent(productUrl, { birth: OF_EIGHT })
  const page = await openFor(child, browser, productUrl)
  await page.addInitScript(() => sessionStorage.setItem('ageCategory', '5-10'))
  await addVoices(page)
  for (const triviaId of quiz.triviaIds['5-10']) {
    const body = new FormData()
    for (const [index, name] of optionPictureFiles.entries())
      body.set(name, new Blob([new Uint8Array(await paint(page, colours[index] ?? ''))]), 'a.jpg')
    await call(setOptionPictures, { params: { triviaId }, body })
  }
  await startQuiz(page, quiz.videoId)
  for (let index = 0; index < ASKED; index += 1) {
    await expect(page.getByText(`Question ${index + 1} of`)).toBeVisible()
    await expectPicturesFit(page)
    await expect(page.getByRole('button', { name: /^Read answer . aloud$/ })).toHaveCount(4)
    const size = await page
      .locator('.qopt')
      .first()
      .evaluate((option) => getComputedStyle(option).fontSize)
    expect(parseFloat(size)).toBeGreaterThanOrEqual(18)
    if (index === 0) await expectAccessible(page)
    const next = await answer(page, index % 4)
    if (index === 0) await expectAccessible(page)
    await next.click()
  }
  await page.context().close()
})
