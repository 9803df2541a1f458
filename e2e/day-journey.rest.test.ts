// A new student's first two days on a laptop.
import { laptop } from './fit.ts'
import { test } from './fixtures.ts'
import { takeTwoDays } from './two-days.ts'

test('at 1280 x 900 a new student gets from a video to its quiz and to the next day', async ({ page }) => {
  await takeTwoDays(page, laptop)
})
