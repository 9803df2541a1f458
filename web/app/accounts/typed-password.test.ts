import { beforeEach, expect, it, vi } from 'vitest'
import { keepTypedPassword, takeTypedPassword } from './typed-password.ts'

const chosen = { email: 'ada@school.example', password: 'River stone 7' }

beforeEach(() => {
  vi.useFakeTimers()
  keepTypedPassword(chosen)
})

it('a chosen password is returned once, for its email in any letter case', () => {
  expect(takeTypedPassword('Ada@School.example')).toBe(chosen.password)
  expect(takeTypedPassword(chosen.email)).toBe('')
})

it('a password is not returned for another email, and is then forgotten', () => {
  expect(takeTypedPassword('bola@school.example')).toBe('')
  expect(takeTypedPassword(chosen.email)).toBe('')
})

it('a password is not returned after 15 minutes', () => {
  vi.advanceTimersByTime(15 * 60_000)
  expect(takeTypedPassword(chosen.email)).toBe('')
})
