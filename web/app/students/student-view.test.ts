import type { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { chooseOrder, toSearchParams, parseSelection, withFilter, withSearch, withSort } from './student-view.ts'

const view = (address: string) => parseSelection(new URLSearchParams(address))
const all: StudentSelection = { filter: 'all', search: '' }

describe('the address of the list of students', () => {
  test('shows all students if it is empty', () => {
    expect(view('')).toEqual(all)
    expect(toSearchParams(all).toString()).toBe('')
  })

  test('contains the whole selection and is parsed back to it', () => {
    const address = 'filter=males&search=ada&sort=score&direction=asc&ageCategory=5-10&paid=no&state=bounced'
    expect(view(address)).toEqual({
      filter: 'males',
      search: 'ada',
      sort: 'score',
      direction: 'asc',
      ageCategory: '5-10',
      paid: 'no',
      state: 'bounced',
    })
    expect(toSearchParams(view(address)).toString()).toBe(address)
  })

  test('ignores unknown values', () => {
    expect(view('filter=cats&sort=password&direction=up&ageCategory=99&paid=maybe&state=x&cursor=abc')).toEqual(all)
  })
})

describe('the order', () => {
  test('is the default of the filter until one is chosen', () => {
    expect(chooseOrder(all)).toEqual({ id: 'joined', isDesc: true })
    expect(chooseOrder({ ...all, filter: 'name-a-z' })).toEqual({ id: 'username', isDesc: false })
    expect(chooseOrder({ ...all, filter: 'top-10' })).toEqual({ id: 'score', isDesc: true })
    expect(chooseOrder({ ...all, sort: 'school' })).toEqual({ id: 'school', isDesc: false })
    expect(chooseOrder({ ...all, sort: 'score', direction: 'asc' })).toEqual({ id: 'score', isDesc: false })
  })

  test('when changed, ends Name A - Z and keeps Males', () => {
    const byScore = { id: 'score', isDesc: true }
    expect(withSort({ ...all, filter: 'name-a-z' }, byScore)).toEqual({ ...all, sort: 'score', direction: 'desc' })
    expect(withSort({ ...all, filter: 'males' }, byScore).filter).toBe('males')
  })
})

describe('another filter', () => {
  test('keeps the search and drops the order', () => {
    const before = view('search=ada&sort=score&paid=yes')
    expect(withFilter(before, 'females')).toEqual({ filter: 'females', search: 'ada', paid: 'yes' })
  })

  test('drops search and filters for the top 10', () => {
    expect(withFilter(view('search=ada&paid=yes&ageCategory=5-10'), 'top-10')).toEqual({
      filter: 'top-10',
      search: '',
      ageCategory: '5-10',
    })
    expect(withFilter(view('ageCategory=none'), 'top-10')).toEqual({ filter: 'top-10', search: '' })
  })

  test('returns to all students when a search is typed over the top 10', () => {
    expect(withSearch({ filter: 'top-10', search: '' }, 'ada')).toEqual({ filter: 'all', search: 'ada' })
    expect(withSearch(view('filter=males&sort=score'), 'ada')).toEqual({
      filter: 'males',
      search: 'ada',
      sort: 'score',
    })
  })
})
