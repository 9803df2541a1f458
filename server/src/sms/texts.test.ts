import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countParts, isGsm7 } from './rules.ts'
import * as texts from './texts.ts'

const publicUrl = 'https://learn.baobab-foundation.example.ng'
const code = { digits: '123456', publicUrl }
const link = `${publicUrl}/guardian-consent?registration=0b6ff7b3-5e43-4b8e-9a54-6f4ad41ea4b4&token=${'x'.repeat(43)}`

/** A sample of every message that we send. */
const samples = {
  verifyCodeText: texts.verifyCodeText(code),
  resetCodeText: texts.resetCodeText(code),
  proofCodeText: texts.proofCodeText(code),
  numberCodeText: texts.numberCodeText(code),
  guardianExistsText: texts.guardianExistsText({ publicUrl }),
  alreadyRegisteredText: texts.alreadyRegisteredText({ publicUrl }),
  numberReplacedText: texts.numberReplacedText({ publicUrl }),
  guardianConsentText: texts.guardianConsentText({ firstName: 'Ọláolúwa', link }),
  guardianAnswerText: texts.guardianAnswerText({ hasAgreed: true, publicUrl }),
  guardianRefusal: texts.guardianAnswerText({ hasAgreed: false, publicUrl }),
  guardianThanksText: texts.guardianThanksText({ firstName: 'Chukwuẹ́mẹka', link }),
  consentEndedText: texts.consentEndedText({ isRefusal: false }),
  consentWithdrawnText: texts.consentWithdrawnText({ username: 'ada_n' }),
  drawText: texts.drawText({
    month: 'September',
    number: 2_000,
    code: 'L-0123456789abcdef',
    link: 'https://baobab.example.ng/scholarship/2026-09/verify',
  }),
  wonText: texts.wonText({ month: 'September', link: `${publicUrl}/student/claim` }),
  inactiveAccountText: texts.inactiveAccountText({ day: '30 September 2026', publicUrl: 'https://baobab.example.ng' }),
}

it('has a sample of every text', () => {
  expect(Object.keys(samples)).toEqual(expect.arrayContaining(Object.keys(texts)))
})

describe.each(Object.entries(samples))('%s', (name, text) => {
  it('is in GSM-7, names Baobab, and is not too long', () => {
    expect(isGsm7(text)).toBe(true)
    expect(text).toContain('Baobab')
    expect(countParts(text)).toBeLessThanOrEqual(name.startsWith('guardian') ? 2 : 1)
  })
})

it.each([
  ['a new account', texts.verifyCodeText],
  ['a reset', texts.resetCodeText],
  ['a proof', texts.proofCodeText],
  ['another number', texts.numberCodeText],
])('the text with the code for %s ends with the code as browsers read it', (_, write) => {
  expect(write(code).split('\n').at(-1)).toBe('@learn.baobab-foundation.example.ng #123456')
  expect(write({ digits: '123456', publicUrl: 'http://localhost:3000' })).toMatch(/\n@localhost #123456$/)
})

it('S-08 sends a stranger no link, number or advertising in the place of a name', () => {
  const written = texts.guardianConsentText({ firstName: 'Win 5000! www.bad.example/x', link: 'LINK' })
  expect(written).toMatch(/^Baobab: Win +wwwbadexamplex wants/)
  expect(texts.guardianConsentText({ firstName: '😀', link: 'LINK' })).toMatch(/^Baobab: A child wants/)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (firstName) => {
      const text = texts.guardianConsentText({ firstName, link: 'LINK' })
      expect(isGsm7(text)).toBe(true)
      expect(text.split(' wants to')[0]).toMatch(/^Baobab: [\p{L}' -]{1,20}$/u)
    }),
  )
})
