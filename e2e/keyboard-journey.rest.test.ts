// Using only the keyboard, on a laptop.
import { test } from './fixtures.ts'
import { laptop } from './fit.ts'
import { studyByKeyboard } from './keyboard-journey.ts'

test('at 1280 x 900 a student logs in, finds and watches a video, answers and reads the review without a pointer', async ({
  page,
  student,
}) => {
  await studyByKeyboard(page, student, laptop)
})
