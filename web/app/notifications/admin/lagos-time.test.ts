import { expect, test } from 'vitest'
import { fromLagosField, toLagosField } from './lagos-time.ts'

test('an input shows an instant in Lagos time, whatever the browser’s time zone', () => {
  expect(toLagosField(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01T00:30')
})

test('an input is read as a time in Lagos', () => {
  expect(fromLagosField('2027-01-01T00:30')).toBe('2026-12-31T23:30:00.000Z')
  expect(fromLagosField('2027-01-01T00:30:00')).toBe('2026-12-31T23:30:00.000Z')
})

test('an incomplete time is undefined', () => {
  expect(['', '2027-01-01', '2027-13-01T00:30', 'soon'].map(fromLagosField)).toEqual(Array(4).fill(undefined))
})
