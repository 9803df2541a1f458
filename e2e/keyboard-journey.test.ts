// Using only the keyboard, on the smallest phone.
import { test } from './fixtures.ts'
import { studyByKeyboard } from './keyboard-journey.ts'
import { smallestPhone } from './screen-sizes.ts'

test('at 360 x 560 a student logs in, finds and watches a video, answers and reads the review without a pointer', async ({
  page,
  student,
}) => {
  await studyByKeyboard(page, student, smallestPhone)
})
