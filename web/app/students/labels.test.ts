import { expect, test } from 'vitest'
import { describeSelection, describeRange, describeTotal } from './labels.ts'

test('a range says which rows are shown, and of how many if that is known', () => {
  const page = { page: 1, limit: 25, rows: 25 }
  expect(describeRange({ ...page, total: { count: 9324, precision: 'exact' } })).toBe('26 to 50 of 9,324')
  expect(describeRange({ ...page, total: { count: 1_000_000, precision: 'about' } })).toBe(
    '26 to 50 of about 1,000,000',
  )
  expect(describeRange({ ...page, total: { count: 1000, precision: 'at-least' } })).toBe('26 to 50 of more than 1,000')
  expect(describeRange({ ...page, rows: 3, total: null })).toBe('26 to 28')
})

test('a total says how precise it is', () => {
  expect(describeTotal({ count: 1, precision: 'exact' })).toBe('1 student')
  expect(describeTotal({ count: 5000, precision: 'at-least' })).toBe('more than 5,000 students')
})

test('a selection lists the chosen filters', () => {
  expect(describeSelection({ filter: 'all', search: '' })).toBe('All Students')
  expect(describeSelection({ filter: 'males', search: 'ada', ageCategory: '5-10', paid: 'no', state: 'bounced' })).toBe(
    'Males, age category 5-10, not paid, email bounced, search “ada”',
  )
  expect(describeSelection({ filter: 'males', search: '' }, true)).toBe('Males, by a search')
})
