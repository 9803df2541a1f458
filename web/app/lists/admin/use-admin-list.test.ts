import { expect, test } from 'vitest'
import { storeHiddenColumns, loadHiddenColumns } from './use-admin-list.ts'

const columns = [
  { id: 'username', kind: 'who' },
  { id: 'gender' },
  { id: 'school', isExtra: true },
  { id: 'score', kind: 'detail' },
] as const

function shelf() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

test('hides the extra columns before a choice was made', () => {
  expect(loadHiddenColumns(shelf(), 'students', columns)).toEqual(new Set(['school']))
})

test('stores a choice under the name of its table', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set(['score']))
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set(['score']))
  expect(loadHiddenColumns(storage, 'payments', columns)).toEqual(new Set(['school']))
})

test('stores the choice of every column too', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set())
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set())
})

test('ignores stored ids of columns that cannot be hidden or no longer exist', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set(['username', 'gone']))
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set())
})

test('works without storage', () => {
  expect(loadHiddenColumns(undefined, 'students', columns)).toEqual(new Set(['school']))
  const full = {
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => storeHiddenColumns(full, 'students', new Set())).not.toThrow()
})
