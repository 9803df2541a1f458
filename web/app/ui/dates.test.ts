import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatDay, formatDateTime, formatMonth, formatShortDay } from './format.ts'

test('days and times are in Lagos time', () => {
  const close = new Date('2026-11-30T22:59:59.999Z')
  expect(formatDay(close)).toBe('30 November')
  expect(formatShortDay(close)).toBe('30 Nov')
  expect(formatMonth(close)).toBe('November 2026')
  expect(formatDateTime(close)).toBe('30 November 2026, 11:59 pm')
  expect(formatDateTime(new Date('2026-12-03T12:00:00Z'))).toBe('3 December 2026, 1:00 pm')
})

test('no page shows a time in the browser’s time zone, which would differ from the others', () => {
  const app = new URL('..', import.meta.url)
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const sources = files.map((file) => ({ file, source: readFileSync(new URL(file, app), 'utf8') }))
  const isLocal = ({ source }: { source: string }) =>
    /\.toLocale(Date|Time)String\(/.test(source) ||
    [...source.matchAll(/DateTimeFormat\([^)]*\)/g)].some(([call]) => !call.includes('timeZone'))
  expect(sources.filter(({ source }) => source.includes('DateTimeFormat(')).length).toBeGreaterThan(3)
  expect(sources.filter(isLocal).map(({ file }) => file)).toEqual([])
})
