import { expect, it } from 'vitest'
import { parseSelection, sawAnotherVersion, toReportsQuery, withSelection } from './reports-view.ts'

const parse = (search: string) => parseSelection(new URLSearchParams(search))

it('an address selects open reports, those with most reports first, unless it says otherwise', () => {
  expect(parse('')).toEqual({ show: 'open', order: 'most-reported' })
  expect(parse('show=answered&order=newest')).toEqual({ show: 'answered', order: 'newest' })
  expect(parse('show=x&order=y')).toEqual(parse(''))
  expect(toReportsQuery(new URLSearchParams('order=newest&cursor=abc'))).toEqual({
    show: 'open',
    order: 'newest',
    limit: 25,
    cursor: 'abc',
  })
})

it('another selection begins on the first page', () => {
  const next = withSelection(new URLSearchParams('order=newest&cursor=abc&page=2'), { show: 'answered' })
  expect(next.toString()).toBe('show=answered&order=newest')
})

it('a student saw another version if the text, an option or the correct answer differs', () => {
  const seen = { question: 'Who?', options: ['Bola', 'Ada'], correctAnswer: 'Ada' }
  const toOptions = (correct: string, ...options: string[]) =>
    options.map((option) => ({ option, isCorrect: option === correct, chosen: 1 }))
  const now = { question: 'Who?', options: toOptions('Ada', 'Ada', 'Bola') }
  expect(sawAnotherVersion(seen, now)).toBe(false)
  expect(sawAnotherVersion({ ...seen, correctAnswer: ' ADA ' }, now)).toBe(false)
  expect(sawAnotherVersion(seen, { ...now, question: 'Who came?' })).toBe(true)
  expect(sawAnotherVersion(seen, { ...now, options: toOptions('Ada', 'Ada', 'Chidi') })).toBe(true)
  expect(sawAnotherVersion(seen, { ...now, options: toOptions('Bola', 'Ada', 'Bola') })).toBe(true)
})
