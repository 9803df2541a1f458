// Tests that a guardian's consent is required until the birthday that ends it, which starts at midnight in Lagos.
import { describe, expect, it } from 'vitest'
import { requireGuardianAddress } from '../accounts/guardian-address.ts'
import { createClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { Refusal } from '../platform/http/errors.ts'
import { requireConsent } from './require-consent.ts'

const nobody = { guardianEmail: null, guardianNumber: null }

/** Creates the parts of an app needed at one moment. */
function makeApp(consent: string, now: string) {
  const config = readConfig({ GUARDIAN_CONSENT: consent })
  return { config, sms: undefined, clock: { ...createClock(), now: () => new Date(now) } }
}

function refusalOf(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

// The last millisecond before a birthday in Lagos, and the first millisecond of it.
const birthdays = [
  ['under-13', '2013-06-15', '2026-06-14T22:59:59.999Z', '2026-06-14T23:00:00.000Z'],
  ['under-18', '2008-06-15', '2026-06-14T22:59:59.999Z', '2026-06-14T23:00:00.000Z'],
  // Someone born on 29 February has their birthday on 1 March in common years.
  ['under-13', '2016-02-29', '2029-02-28T22:59:59.999Z', '2029-02-28T23:00:00.000Z'],
  ['under-13', '2014-01-01', '2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00.000Z'],
] as const

describe.each(birthdays)('with %s, for someone born on %s', (consent, birth, before, on) => {
  it('a registration needs a guardian’s email until the birthday', () => {
    const form = { birth, email: 'ada@school.example', number: '08031234567' }
    expect(refusalOf(() => requireGuardianAddress(makeApp(consent, before), form))).toBe('invalid')
    expect(requireGuardianAddress(makeApp(consent, on), form)).toEqual(nobody)
    const asked = { ...form, guardianEmail: 'mum@home.example' }
    expect(requireGuardianAddress(makeApp(consent, before), asked).guardianEmail).toBe('mum@home.example')
  })

  it('P-23 a payment needs consent until the birthday', () => {
    const student = { birth, guardianAgreedAt: null }
    expect(refusalOf(() => requireConsent(makeApp(consent, before), student))).toBe('consent_needed')
    expect(refusalOf(() => requireConsent(makeApp(consent, on), student))).toBeUndefined()
    const agreed = { birth, guardianAgreedAt: new Date(before) }
    expect(refusalOf(() => requireConsent(makeApp(consent, before), agreed))).toBeUndefined()
  })

  it('nothing is needed if consent is not required', () => {
    expect(
      requireGuardianAddress(makeApp('off', before), { birth, email: 'ada@school.example', number: '08031234567' }),
    ).toEqual(nobody)
    expect(refusalOf(() => requireConsent(makeApp('off', before), { birth, guardianAgreedAt: null }))).toBeUndefined()
  })
})
