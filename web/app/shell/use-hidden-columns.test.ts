import { expect, test } from 'vitest'
import { storeHiddenColumns, loadHiddenColumns } from './use-hidden-columns.ts'

const columns = [
  { id: 'username', kind: 'who' },
  { id: 'gender' },
  { id: 'school', isExtra: true },
  { id: 'score', kind: 'detail' },
] as const

function shelf() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('before anybody has chosen, the extra columns are hidden', () => {
  expect(loadHiddenColumns(shelf(), 'students', columns)).toEqual(new Set(['school']))
})

test('a choice is remembered under the name of its table', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set(['score']))
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set(['score']))
  expect(loadHiddenColumns(storage, 'payments', columns)).toEqual(new Set(['school']))
})

test('having chosen every column is a choice too', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set())
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set())
})

test('a column that names the row cannot be hidden by what was kept, and a forgotten one hides nothing', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set(['username', 'gone']))
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set())
})

test('a device that keeps nothing still shows the table', () => {
  expect(loadHiddenColumns(undefined, 'students', columns)).toEqual(new Set(['school']))
  const full = {
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => storeHiddenColumns(full, 'students', new Set())).not.toThrow()
})
