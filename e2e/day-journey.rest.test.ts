// A new student's first two days on the smallest phone and on a laptop.
import { laptop } from './fit.ts'
import { test } from './fixtures.ts'
import { smallestPhone } from './screen-sizes.ts'
import { takeTwoDays } from './two-days.ts'

for (const screen of [smallestPhone, laptop])
  test(`at ${screen.width} x ${screen.height} a new student gets from a video to its quiz and to the next day`, async ({
    page,
  }) => {
    await takeTwoDays(page, screen)
  })
