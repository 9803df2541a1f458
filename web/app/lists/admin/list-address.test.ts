import { describe, expect, test } from 'vitest'
import {
  changeAddress,
  describeSelection,
  identifyRows,
  isNarrowed,
  parseSelection,
  toParams,
  type Changes,
} from './list-address.ts'

const filters = {
  show: {
    kind: 'choice',
    label: 'Show',
    otherwise: 'open',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'answered', label: 'Answered' },
    ],
  },
  search: { kind: 'search', label: 'Search', max: 5 },
  sort: { kind: 'order', values: ['name', 'score'] },
  state: {
    kind: 'choice',
    label: 'Status',
    all: 'All',
    allInWords: 'All payments',
    options: [{ value: 'paid', label: 'Paid' }],
  },
  attention: {
    kind: 'choice',
    label: 'Show',
    options: [{ value: 'yes', label: 'Needs Attention' }],
    inWords: () => 'needing attention',
  },
  subject: { kind: 'text', label: 'About' },
  from: { kind: 'day', label: 'From', until: 'to' },
  to: { kind: 'day', label: 'To', since: 'from' },
} as const
const list = { filters }
const parse = (address: string) => parseSelection(list, new URLSearchParams(address))
const whole = 'show=answered&search=abc&sort=name&state=paid&attention=yes&subject=ada&from=2026-06-01&to=2026-06-30'

describe('an address', () => {
  test('contains the whole selection, and parses back to it', () => {
    expect(Object.keys(parse(whole))).toHaveLength(8)
    expect(toParams(list, parse(whole)).toString()).toBe(whole)
  })

  test('selects the default if it is empty or has values that the server would refuse', () => {
    for (const address of ['', 'show=x&sort=password&state=gone&attention=no&from=2026-02-30&to=x&search=%20&cursor=5'])
      expect(parse(address)).toEqual({ show: 'open' })
    expect(parse('search=+abcdefg').search).toBe('abcde')
  })
})

describe('a change', () => {
  const change = (address: string, changes: Changes<typeof filters>, how: object = {}) =>
    changeAddress({ ...list, ...how }, new URLSearchParams(address), changes).toString()

  test('sets or removes a filter, in filter order, on the first page and without the default', () => {
    const before = 'state=paid&show=answered&gone=1&cursor=abc&page=2'
    expect(change(before, { search: 'ada' })).toBe('show=answered&search=ada&state=paid')
    expect(change(before, { state: '' })).toBe('show=answered')
    expect(change(before, { show: 'open' })).toBe('state=paid')
  })

  test('keeps everything else in an edited address', () => {
    const before = 'state=paid&message=7&cursor=abc&page=2'
    expect(change(before, { search: 'ada' }, { address: 'edited' })).toBe('state=paid&message=7&search=ada')
    expect(change(before, { state: '' }, { address: 'edited' })).toBe('message=7')
  })

  test('writes the defaults too if the address is full', () => {
    expect(change('cursor=abc', { state: 'paid' }, { address: 'full' })).toBe('show=open&state=paid')
  })

  test('includes other changes that follow from it', () => {
    const follow = (after: object, changes: object, before: object) => ({ ...before, ...after, ...changes, to: '' })
    expect(change('from=2026-06-01&to=2026-06-30', { state: 'paid' }, { follow })).toBe('state=paid&from=2026-06-01')
  })
})

test('filters narrow a selection, but its order or a default does not', () => {
  expect(isNarrowed(list, parse('show=open&sort=name'))).toBe(false)
  for (const address of ['show=answered', 'search=a', 'attention=yes', 'from=2026-06-01'])
    expect(isNarrowed(list, parse(address))).toBe(true)
})

test('another order shows the same rows, and another filter different ones', () => {
  const rows = identifyRows(list, parse('state=paid'))
  expect(identifyRows(list, parse('state=paid&sort=name'))).toBe(rows)
  expect(identifyRows(list, parse('state=paid&search=a'))).not.toBe(rows)
})

test('a description uses each value’s label, and only mentions a search whose text was not stored', () => {
  expect(describeSelection(list, parse(whole))).toBe(
    'Answered, Paid, needing attention, about “ada”, from 1 Jun 2026, to 30 Jun 2026, search “abc”',
  )
  expect(describeSelection(list, parse('attention=yes'), true)).toBe(
    'Open, All payments, needing attention, by a search',
  )
})
