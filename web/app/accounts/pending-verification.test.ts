import { describe, expect, test } from 'vitest'
import {
  storeCodeSent,
  clearPendingVerification,
  readPendingVerification,
  storeUnverifiedEmail,
} from './pending-verification.ts'

describe('the email that is waiting for its code', () => {
  test('is stored with its wait until it is verified', () => {
    storeCodeSent('ada@example.com')
    expect(readPendingVerification()?.email).toBe('ada@example.com')
    expect(readPendingVerification()?.resendAt).toBeGreaterThan(Date.now() + 50_000)
    clearPendingVerification()
    expect(readPendingVerification()).toBeUndefined()
  })
  test('does not restart its wait when a login finds it unverified', () => {
    storeCodeSent('ada@example.com')
    const before = readPendingVerification()
    storeUnverifiedEmail('ada@example.com')
    expect(readPendingVerification()).toEqual(before)
  })
  test('is replaced, without a wait, by another email', () => {
    storeCodeSent('ada@example.com')
    storeUnverifiedEmail('obi@example.com')
    expect(readPendingVerification()).toEqual({ email: 'obi@example.com', resendAt: 0 })
  })
})
