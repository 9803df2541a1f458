import { expect, test } from 'vitest'
import { wrapStorage } from '../../browser/storage.ts'
import { storeHiddenColumns, loadHiddenColumns } from './use-admin-list.ts'

const columns = [
  { id: 'username', kind: 'who' },
  { id: 'gender' },
  { id: 'school', isExtra: true },
  { id: 'score', kind: 'detail' },
] as const

const shelf = () => wrapStorage(() => null)

test('hides the extra columns until a choice is made', () => {
  expect(loadHiddenColumns(shelf(), 'students', columns)).toEqual(new Set(['school']))
})

test('stores a choice under the name of its table', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set(['score']))
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set(['score']))
  expect(loadHiddenColumns(storage, 'payments', columns)).toEqual(new Set(['school']))
})

test('stores a choice to show every column too', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set())
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set())
})

test('ignores stored ids of columns that cannot be hidden or no longer exist', () => {
  const storage = shelf()
  storeHiddenColumns(storage, 'students', new Set(['username', 'gone']))
  expect(loadHiddenColumns(storage, 'students', columns)).toEqual(new Set())
})
