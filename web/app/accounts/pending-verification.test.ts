import { describe, expect, test } from 'vitest'
import {
  storeCodeSent,
  clearPendingVerification,
  readPendingVerification,
  storeUnverifiedEmail,
} from './pending-verification.ts'

describe('the email that waits for its code', () => {
  test('is remembered with its minute until it is verified', () => {
    storeCodeSent('ada@example.com')
    expect(readPendingVerification()?.email).toBe('ada@example.com')
    expect(readPendingVerification()?.resendAt).toBeGreaterThan(Date.now() + 50_000)
    clearPendingVerification()
    expect(readPendingVerification()).toBeUndefined()
  })
  test('keeps its minute when a login learns that it waits', () => {
    storeCodeSent('ada@example.com')
    const before = readPendingVerification()
    storeUnverifiedEmail('ada@example.com')
    expect(readPendingVerification()).toEqual(before)
  })
  test('starts without a minute when another address waits', () => {
    storeCodeSent('ada@example.com')
    storeUnverifiedEmail('obi@example.com')
    expect(readPendingVerification()).toEqual({ email: 'obi@example.com', resendAt: 0 })
  })
})
