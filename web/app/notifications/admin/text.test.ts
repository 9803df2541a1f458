import { COUNTED_EXACTLY } from '@baobab/contract/notifications/text.ts'
import { expect, it } from 'vitest'
import { text } from './text.ts'

it('says that a count is an estimate', () => {
  expect(text.read(COUNTED_EXACTLY)).toBe('Read by 10,000')
  expect(text.read(COUNTED_EXACTLY + 1)).toBe('Read by about 10,000')
  expect(text.read(1_234_567)).toBe('Read by about 1,200,000')
  expect(text.emails(0)).toBe('0 emails')
  expect(text.failed(1)).toBe('1 email failed')
  expect(text.pushed(25_600)).toBe('about 26,000 push messages')
})
