import { expect, test } from 'vitest'
import { proposeTitle } from '../use-video-details-form.ts'

test.each([
  ['two-buckets_one-well.mp4', 'Two buckets one well'],
  ['Mama Ṣadé’s Tomatoes.MOV', 'Mama Ṣadé’s Tomatoes'],
  ['ọ̀rọ̀.final.v2.webm', 'Ọ̀rọ̀ final v2'],
  ['VID_20261121_0930.mkv', 'VID 20261121 0930'],
  ['...mp4', ''],
  [`${'long-'.repeat(60)}.mp4`, `Long ${'long '.repeat(23)}`.trim()],
])('the file %s proposes the title %s', (name, title) => {
  expect(proposeTitle(name)).toBe(title)
})
