import { describe, expect, test } from 'vitest'
import {
  codeSentTo,
  forgetVerification,
  pendingVerification,
  secondsUntil,
  waitsForCode,
} from './pending-verification.ts'

describe('the minute between two codes', () => {
  test('is counted in whole seconds, rounded up, so that 0 means now', () => {
    expect(secondsUntil(60_000, 0)).toBe(60)
    expect(secondsUntil(60_000, 59_001)).toBe(1)
    expect(secondsUntil(60_000, 60_000)).toBe(0)
    expect(secondsUntil(60_000, 99_000)).toBe(0)
  })
  test('never grows past a minute when the clock of the phone is set back', () => {
    expect(secondsUntil(10_000_000, 0)).toBe(60)
  })
})

describe('the email that waits for its code', () => {
  test('is remembered with its minute until it is verified', () => {
    codeSentTo('ada@example.com')
    expect(pendingVerification()?.email).toBe('ada@example.com')
    expect(pendingVerification()?.askAgainAt).toBeGreaterThan(Date.now() + 50_000)
    forgetVerification()
    expect(pendingVerification()).toBeUndefined()
  })
  test('keeps its minute when a login learns that it waits', () => {
    codeSentTo('ada@example.com')
    const before = pendingVerification()
    waitsForCode('ada@example.com')
    expect(pendingVerification()).toEqual(before)
  })
  test('starts without a minute when another address waits', () => {
    codeSentTo('ada@example.com')
    waitsForCode('obi@example.com')
    expect(pendingVerification()).toEqual({ email: 'obi@example.com', askAgainAt: 0 })
  })
})
