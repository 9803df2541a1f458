import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseOld, isBackupName, isLate, Manifest, toBackupName } from './rules.ts'

it('names a backup after the second in which it begins, so that names sort by time', () => {
  expect(toBackupName(new Date('2026-11-25T00:45:09.870Z'))).toBe('2026-11-25T00-45-09Z')
  const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(at, at, (a, b) => {
      const [first, second] = [toBackupName(a), toBackupName(b)]
      expect(isBackupName(first)).toBe(true)
      expect(first < second && a >= b).toBe(false)
    }),
  )
})

it.each(['', 'manifest.json', '.partial-2026-11-25T00-45-09Z', '2026-11-25T00-45-09Z/..', 'x2026-11-25T00-45-09Z'])(
  'does not take %j for the name of a backup',
  (name) => {
    expect(isBackupName(name)).toBe(false)
  },
)

it('deletes the oldest of more than are kept', () => {
  expect(chooseOld(['3', '1', '2'], 2)).toEqual(['1'])
  expect(chooseOld(['3', '1', '2'], 1)).toEqual(['1', '2'])
  expect(chooseOld(['3', '1', '2'], 3)).toEqual([])
  expect(chooseOld([], 1)).toEqual([])
})

it('finds a backup late that is older than 26 hours, or missing', () => {
  const now = new Date('2026-11-26T02:00:00Z')
  expect(isLate(new Date('2026-11-25T00:00:00Z'), now)).toBe(false)
  expect(isLate(new Date('2026-11-24T23:59:59.999Z'), now)).toBe(true)
  expect(isLate(null, now)).toBe(true)
})

it('says of a manifest of a later format that it is of a newer version', () => {
  const issues = Manifest.safeParse({ format: 2 }).error?.issues ?? []
  expect(issues.map(({ message }) => message)).toContain('It was made by a newer version of Baobab')
})
