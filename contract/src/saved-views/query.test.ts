import { expect, it } from 'vitest'
import { keepFilters, toQueryOfView } from './endpoints.ts'

it('a view keeps filters and order, and nothing that names a person or a page', () => {
  expect(keepFilters('?sort=score&search=ada%40home.example&filter=males&cursor=x&page=2&paid=')).toBe(
    'filter=males&sort=score',
  )
  expect(keepFilters('admin=office&subject=ada')).toBe('admin=office')
  expect(keepFilters('')).toBe('')
})

it('a view opens in the tab that shows its list, and keeps a search', () => {
  expect(toQueryOfView('sort=students', '?tab=videos&search=a')).toBe('sort=students&tab=videos&search=a')
  expect(toQueryOfView('sort=students', '')).toBe('sort=students')
})
