import { expect, it } from 'vitest'
import { keepFilters, toQueryOfView } from './endpoints.ts'

it('a view keeps filters, search and order, but neither the page nor the subject of audit lines', () => {
  expect(keepFilters('?sort=score&search=Unity+School&filter=males&cursor=x&page=2&paid=')).toBe(
    'filter=males&search=Unity+School&sort=score',
  )
  expect(keepFilters('admin=office&subject=ada')).toBe('admin=office')
  expect(keepFilters('')).toBe('')
})

it('a view opens in the tab that shows its list, with its own search', () => {
  expect(toQueryOfView('search=b&sort=students', '?tab=videos&search=a')).toBe('search=b&sort=students&tab=videos')
  expect(toQueryOfView('sort=students', '?search=a')).toBe('sort=students')
  expect(toQueryOfView('sort=students', '')).toBe('sort=students')
})
