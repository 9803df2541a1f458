import { RESEND_MS } from '@baobab/contract/accounts/rules.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearStudentSession, storeStudentSession, studentSession } from '../api/session.ts'
import {
  clearPendingVerification,
  readPendingVerification,
  referenceFor,
  storeCodeSent,
  storeFoundRegistration,
  storeGuardian,
  storeRegistration,
} from './pending-verification.ts'

beforeEach(clearPendingVerification)

const ada = { email: 'ada@example.com', registration: 'reference-1', verificationToken: '123456' }

describe('a registration waiting for its code', () => {
  test('is stored with its reference and its wait until it is verified', () => {
    const startedAt = Date.now()
    storeRegistration(ada)
    expect(readPendingVerification()).toMatchObject({ email: 'ada@example.com', registration: 'reference-1' })
    expect(readPendingVerification()?.resendAt).toBeGreaterThanOrEqual(startedAt + RESEND_MS)
    clearPendingVerification()
    expect(readPendingVerification()).toBeUndefined()
  })
  // "Browser storage keys: username, email, […]", and "Verification: email (from storage) and code both required".
  test('stores its email under the key `email`, and ignores an email that belongs to a login', () => {
    storeRegistration(ada)
    expect(localStorage.getItem('email')).toBe('ada@example.com')
    clearPendingVerification()
    localStorage.setItem('email', 'obi@example.com')
    expect(readPendingVerification()).toMatchObject({ email: 'obi@example.com' })
    localStorage.setItem('authToken', 'token')
    localStorage.setItem('username', 'obi')
    expect(readPendingVerification()).toBeUndefined()
    clearPendingVerification()
    expect(localStorage.getItem('email')).toBe('obi@example.com')
    clearStudentSession()
  })
  test('does not change the stored email of another student who is logged in, and outlasts that login', () => {
    const obi = { token: 'token', username: 'obi', email: 'obi@example.com', studentId: 'o', ageCategory: '' }
    storeStudentSession(obi, true)
    storeRegistration(ada)
    expect([studentSession()?.email, readPendingVerification()?.email]).toEqual(['obi@example.com', 'ada@example.com'])
    clearStudentSession()
    expect(readPendingVerification()).toMatchObject({ email: 'ada@example.com', registration: 'reference-1' })
    storeCodeSent('bola@example.com')
    expect([readPendingVerification()?.email, localStorage.getItem('email')]).toEqual([
      'bola@example.com',
      'bola@example.com',
    ])
  })
  test('stores its phone number under a key of its own, beside the email of a student who is logged in', () => {
    const obi = { token: 'token', username: 'obi', email: 'obi@example.com', studentId: 'o', ageCategory: '' }
    storeStudentSession(obi, true)
    storeRegistration({ ...ada, email: '08031234567' })
    expect([studentSession()?.email, readPendingVerification()?.email]).toEqual(['obi@example.com', '08031234567'])
    clearStudentSession()
    storeCodeSent('+234 803 123 4567')
    expect([readPendingVerification()?.email, localStorage.getItem('email')]).toEqual(['+234 803 123 4567', null])
    expect(referenceFor('0803 123 4567')).toEqual({ registration: 'reference-1' })
    expect([referenceFor('08031234568'), referenceFor('ada@example.com')]).toEqual([{}, {}])
    storeCodeSent('bola@example.com')
    expect(readPendingVerification()).toMatchObject({ email: 'bola@example.com', registration: undefined })
  })
  test('keeps its reference when another code is sent', () => {
    storeRegistration(ada)
    storeCodeSent('Ada@example.com')
    expect(referenceFor('ada@example.com')).toEqual({ registration: 'reference-1' })
  })
  test('does not restart its wait when a login finds that it is not verified', () => {
    storeRegistration(ada)
    const before = readPendingVerification()
    storeFoundRegistration({ email: 'ada@example.com', registration: 'reference-1' })
    expect(readPendingVerification()).toEqual(before)
  })
  test('is replaced by a registration for another email, without a wait', () => {
    storeRegistration(ada)
    storeFoundRegistration({ email: 'obi@example.com', registration: 'reference-2' })
    expect(readPendingVerification()).toEqual({ email: 'obi@example.com', registration: 'reference-2', resendAt: 0 })
  })
  test('does not give its reference to any other email', () => {
    storeRegistration(ada)
    expect(referenceFor(' ADA@example.com')).toEqual({ registration: 'reference-1' })
    expect(referenceFor('obi@example.com')).toEqual({})
    storeCodeSent('obi@example.com')
    expect(referenceFor('obi@example.com')).toEqual({})
  })
})

describe('a registration waiting for a guardian', () => {
  test('is stored with the masked address, which can change', () => {
    storeRegistration(ada)
    storeFoundRegistration({ ...ada, guardianEmail: 'p•••@home.example' })
    storeGuardian('m•••@home.example')
    expect(readPendingVerification()).toMatchObject({ registration: 'reference-1', guardianEmail: 'm•••@home.example' })
  })
  test('ends when a login finds that the email of another registration is not verified', () => {
    storeFoundRegistration({ ...ada, guardianEmail: 'p•••@home.example' })
    storeFoundRegistration(ada)
    expect(readPendingVerification()?.guardianEmail).toBeUndefined()
  })
})
