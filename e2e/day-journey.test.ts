// A new student's first two days on the smallest phone.
import { test } from './fixtures.ts'
import { smallestPhone } from './screen-sizes.ts'
import { takeTwoDays } from './two-days.ts'

test('at 360 x 560 a new student gets from a video to its quiz and to the next day', async ({ page }) => {
  await takeTwoDays(page, smallestPhone)
})
