import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseBackupName, chooseOld, isBackupName, isLate, Manifest } from './rules.ts'

it('names a backup after the second in which it starts', () => {
  expect(chooseBackupName(new Date('2026-11-25T00:45:09.870Z'), [])).toBe('2026-11-25T00-45-09Z')
  const earlier = ['2026-11-25T00-45-08Z', '2025-12-31T23-59-59Z']
  expect(chooseBackupName(new Date('2026-11-25T00:45:09Z'), earlier)).toBe('2026-11-25T00-45-09Z')
})

it('names a backup after the next free second if others started in its own', () => {
  const at = new Date('2026-12-31T23:59:58.999Z')
  const name = (...earlier: string[]) => chooseBackupName(at, earlier)
  expect(name('2026-12-31T23-59-58Z')).toBe('2026-12-31T23-59-59Z')
  expect(name('2026-12-31T23-59-59Z', '2026-12-31T23-59-58Z')).toBe('2027-01-01T00-00-00Z')
})

it('never gives two backups the same name, and names sort by time, even if the clock was set back', () => {
  const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  const close = fc.integer({ min: 0, max: 3_000 }).map((ms) => new Date(Date.parse('2026-11-25T00:45:09Z') + ms))
  fc.assert(
    fc.property(fc.array(fc.oneof(at, close), { maxLength: 12 }), (times) => {
      const names: string[] = []
      for (const time of times) names.push(chooseBackupName(time, names.toReversed()))
      expect(names.every(isBackupName)).toBe(true)
      expect(names).toEqual([...new Set(names)].toSorted())
    }),
  )
})

it('ignores a folder named after a time that does not exist', () => {
  const earlier = ['2026-99-99T99-99-99Z', '2026-11-25T00-45-09Z']
  expect(chooseBackupName(new Date('2026-11-25T00:45:09Z'), earlier)).toBe('2026-11-25T00-45-10Z')
  expect(chooseBackupName(new Date('2026-11-25T00:45:09Z'), earlier.slice(0, 1))).toBe('2026-11-25T00-45-09Z')
})

it.each([
  '',
  'manifest.json',
  '.partial-2026-11-25T00-45-09Z',
  '2026-11-25T00-45-09Z/..',
  'x2026-11-25T00-45-09Z',
  '.deleted-2026-11-25T00-45-09Z',
])('does not mistake %j for the name of a backup', (name) => {
  expect(isBackupName(name)).toBe(false)
})

it('deletes the oldest backups beyond the limit', () => {
  expect(chooseOld(['3', '1', '2'], 2)).toEqual(['1'])
  expect(chooseOld(['3', '1', '2'], 1)).toEqual(['1', '2'])
  expect(chooseOld(['3', '1', '2'], 3)).toEqual([])
  expect(chooseOld([], 1)).toEqual([])
})

it('considers a backup late if it is older than 26 hours or missing', () => {
  const now = new Date('2026-11-26T02:00:00Z')
  expect(isLate(new Date('2026-11-25T00:00:00Z'), now)).toBe(false)
  expect(isLate(new Date('2026-11-24T23:59:59.999Z'), now)).toBe(true)
  expect(isLate(null, now)).toBe(true)
})

it('says that a manifest with a later format is from a newer version', () => {
  const issues = Manifest.safeParse({ format: 2 }).error?.issues ?? []
  expect(issues.map(({ message }) => message)).toContain('It was made by a newer version of Baobab')
})
