// Options with pictures on a small phone: an admin gives them to a question, and a student answers by them.
import { deleteOptionPictures, listQuestionsWithAnswers } from '@baobab/contract/quiz-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit } from './fit.ts'
import { expect, openFor, openForAdmin, test as base } from './fixtures.ts'
import { asAdmin, makeStudent } from './people.ts'

const TITLE = 'The Lantern on Ọbọ Street'
const colours = ['#b23e1e', '#15805a', '#3442a8', '#ffc21a']

const test = base.extend<{ triviaId: string }>({
  /** The first question of a quiz. It has no pictures again afterwards. */
  triviaId: async ({ productUrl }, use) => {
    const { call } = await asAdmin(productUrl)
    const videos = await call(listVideos, {})
    const videoId = videos.find(({ title }) => title.normalize('NFC') === TITLE.normalize('NFC'))?._id ?? ''
    const { questions } = await call(listQuestionsWithAnswers, { query: { videoId, ageCategory: '11-20' } })
    const triviaId = questions[0]?._id ?? ''
    await use(`${triviaId} ${videoId}`)
    await call(deleteOptionPictures, { params: { triviaId } })
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

test('an admin gives a question pictures, and a student answers by them', async ({ browser, productUrl, triviaId }) => {
  const [questionId, videoId] = triviaId.split(' ')
  const admin = await openForAdmin(browser, productUrl)
  await admin.goto(`/trivia-form?video=${videoId}&ageCategory=11-20&question=${questionId}`)
  const card = admin.getByRole('region', { name: 'Pictures of the options (optional)' })
  const save = card.getByRole('button', { name: 'Save the four pictures' })
  await expect(save).toBeDisabled()
  const inputs = card.locator('input[type=file]')
  for (const [index, colour] of colours.entries())
    await inputs.nth(index).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await paint(admin, colour) })
  await save.click()
  await expect(admin.getByText('The options have pictures now.').first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Remove the pictures' })).toBeVisible()
  await expectAccessible(admin)
  await expectFit(admin)
  await admin.context().close()

  const student = await makeStudent(productUrl)
  const page = await openFor(student, browser, productUrl)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto(`/student/trivia/page?video=${videoId}`)
  await page.getByRole('button', { name: /Start anyway/ }).click()
  const pictures = page.locator('.qopt__p img')
  for (let at = 0; at < 5; at += 1) {
    await expect(page.getByRole('radio')).toHaveCount(4)
    if ((await pictures.count()) > 0) {
      for (const picture of await pictures.all())
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
      // All four fit above the button while the clock runs.
      const overlap = await page.evaluate(() => {
        const ends = [...document.querySelectorAll('.qopt')].map((option) => option.getBoundingClientRect().bottom)
        return Math.max(...ends) - (document.querySelector('.dock')?.getBoundingClientRect().top ?? 0)
      })
      expect(overlap).toBeLessThanOrEqual(0)
      await expectAccessible(page)
      await page.getByRole('radio').nth(2).check({ force: true })
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('button', { name: /Next Question|Finish Quiz/ })).toBeVisible()
      await expectAccessible(page)
      await page.screenshot({ path: 'test-results/picture-options.png' })
      return page.context().close()
    }
    await page.getByRole('radio').first().check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
  }
  throw new Error('No question had pictures.')
})
