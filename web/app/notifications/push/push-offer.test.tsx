import { expect, test } from 'vitest'
import { isPushPostponed, postponePush } from './push-offer.tsx'

const DAY_MS = 24 * 3_600_000
const now = new Date('2026-11-02T12:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * DAY_MS)

test('a student who said "Not now" is asked again after 30 days, and others are still asked', () => {
  expect(isPushPostponed('ada', now)).toBe(false)
  postponePush('ada', now)
  expect(isPushPostponed('ada', now)).toBe(true)
  expect(isPushPostponed('ada', after(29))).toBe(true)
  expect(isPushPostponed('ada', after(30))).toBe(false)
  expect(isPushPostponed('bola', now)).toBe(false)
})

test('an unreadable time postpones nothing', () => {
  localStorage.setItem('pushPostponed_ada', 'later')
  expect(isPushPostponed('ada', now)).toBe(false)
})
