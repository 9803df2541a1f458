import { expect, test } from 'vitest'
import { toSearchParams, parseSelection, withFilter } from './selection-params.ts'

const view = (address: string) => parseSelection(new URLSearchParams(address))

test('a selection is the same after being written to the address and read back', () => {
  const address = 'search=abc&state=failed&attention=yes&from=2026-06-01&to=2026-06-30'
  expect(toSearchParams(view(address)).toString()).toBe(address)
})

test('values that the server would refuse are ignored', () => {
  expect(view('state=gone&attention=no&from=2026-02-30&to=x&cursor=5')).toEqual({ search: '' })
})

test('a filter is set and removed', () => {
  const set = withFilter(view('search=abc'), 'state', 'refunded')
  expect(set).toEqual({ search: 'abc', state: 'refunded' })
  expect(withFilter(set, 'state', '')).toEqual({ search: 'abc' })
})
