import { describe, expect, test } from 'vitest'
import { changeAddress, describeSelection, parseSelection, type Changes } from '../lists/admin/list-address.ts'
import { makeTop10Columns } from './student-columns.tsx'
import { chooseOrder, describePage, describeTotal, students } from './student-list.ts'

const change = (address: string, changes: Changes<typeof students.filters>) =>
  changeAddress(students, new URLSearchParams(address), changes).toString()

describe('the order', () => {
  test('is the filter’s default until one is chosen', () => {
    expect(chooseOrder({})).toEqual({ id: 'joined', isDesc: true })
    expect(chooseOrder({ filter: 'name-a-z' })).toEqual({ id: 'username', isDesc: false })
    expect(chooseOrder({ filter: 'top-10' })).toEqual({ id: 'score', isDesc: true })
    expect(chooseOrder({ sort: 'school' })).toEqual({ id: 'school', isDesc: false })
    expect(chooseOrder({ sort: 'score', direction: 'asc' })).toEqual({ id: 'score', isDesc: false })
  })

  test('ends Name A - Z and keeps Males when it changes', () => {
    const byScore = { sort: 'score', direction: 'desc' }
    expect(change('filter=name-a-z', byScore)).toBe('sort=score&direction=desc')
    expect(change('filter=males', byScore)).toBe('filter=males&sort=score&direction=desc')
    expect(change('filter=name-a-z', { sort: 'username', direction: 'asc' })).toContain('filter=name-a-z')
    expect(change('filter=name-a-z', { sort: 'username', direction: 'desc' })).not.toContain('filter')
  })
})

describe('another filter', () => {
  test('keeps the search and drops the order', () => {
    expect(change('search=ada&sort=score&paid=yes', { filter: 'females' })).toBe('filter=females&search=ada&paid=yes')
  })

  test('drops search and filters for the top 10', () => {
    expect(change('search=ada&paid=yes&ageCategory=5-10', { filter: 'top-10' })).toBe('filter=top-10&ageCategory=5-10')
    expect(change('ageCategory=none', { filter: 'top-10' })).toBe('filter=top-10')
  })

  test('returns to all students when a search is typed over the top 10', () => {
    expect(change('filter=top-10', { search: 'ada' })).toBe('search=ada')
    expect(change('filter=males&sort=score', { search: 'ada' })).toBe('filter=males&search=ada&sort=score')
  })
})

test('a selection lists the chosen filters', () => {
  const describe = (address: string) =>
    describeSelection(students, parseSelection(students, new URLSearchParams(address)))
  expect(describe('sort=score')).toBe('All Students')
  expect(describe('filter=males&search=ada&ageCategory=5-10&paid=no&state=bounced')).toBe(
    'Males, age category 5-10, not paid, email bounced, search “ada”',
  )
})

test('a page and a total say how precisely the students were counted', () => {
  expect(describePage('26 to 50', { count: 9324, precision: 'exact' })).toBe('26 to 50 of 9,324')
  expect(describePage('26 to 50', { count: 1_000_000, precision: 'about' })).toBe('26 to 50 of about 1,000,000')
  expect(describePage('26 to 50', { count: 1000, precision: 'at-least' })).toBe('26 to 50 of more than 1,000')
  expect(describePage('26 to 28', null)).toBe('26 to 28')
  expect(describeTotal({ count: 1, precision: 'exact' })).toBe('1 student')
  expect(describeTotal({ count: 5000, precision: 'at-least' })).toBe('more than 5,000 students')
})

test('the top 10 have ranks, and students with the same points share one', () => {
  const top = [230, 220, 180, 180, 150].map((score) => ({ score }))
  const [rank] = makeTop10Columns(top)
  expect(rank?.title).toBe('Rank')
  expect(top.map((student) => rank?.cell(student as never))).toEqual([1, 2, 3, 3, 5])
})
