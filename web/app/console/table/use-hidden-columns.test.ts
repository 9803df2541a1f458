import { expect, test } from 'vitest'
import { keepHidden, keptHidden } from './use-hidden-columns.ts'

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
  expect(keptHidden(shelf(), 'students', columns)).toEqual(new Set(['school']))
})

test('a choice is remembered under the name of its table', () => {
  const storage = shelf()
  keepHidden(storage, 'students', new Set(['score']))
  expect(keptHidden(storage, 'students', columns)).toEqual(new Set(['score']))
  expect(keptHidden(storage, 'payments', columns)).toEqual(new Set(['school']))
})

test('having chosen every column is a choice too', () => {
  const storage = shelf()
  keepHidden(storage, 'students', new Set())
  expect(keptHidden(storage, 'students', columns)).toEqual(new Set())
})

test('a column that names the row cannot be hidden by what was kept, and a forgotten one hides nothing', () => {
  const storage = shelf()
  keepHidden(storage, 'students', new Set(['username', 'gone']))
  expect(keptHidden(storage, 'students', columns)).toEqual(new Set())
})

test('a device that keeps nothing still shows the table', () => {
  expect(keptHidden(undefined, 'students', columns)).toEqual(new Set(['school']))
  const full = {
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => keepHidden(full, 'students', new Set())).not.toThrow()
})
