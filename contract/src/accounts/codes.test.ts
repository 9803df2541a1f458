import { expect, it } from 'vitest'
import { findDigits, findSecondFactorCode, findSetupCode, toAsciiDigits } from './codes.ts'
import { CodeProof, EmailVerification, secondFactorCode } from './forms.ts'

const CODE = '510397'

it.each([
  '510397',
  '510 397',
  '510-397',
  '510–397',
  '510\u00A0397',
  '510\u200B397',
  '5 1 0 3 9 7',
  '510.397',
  '\r\n 510\n397\r\n',
  'Your code is 510397.',
  'Your code is 510397. It works for 15 minutes.',
  'Baobab 2026: 510 397\n15 minutes',
  'Call 0803 123 4567. Code: 510397',
  'On 29-11-26, in 2026-11: your code is 510 397. It ends in 10 minutes.',
  '510397 is your code. Do not use the earlier one, 123456.',
  ' 510397 ',
  '51 03 97',
  '５１０３９７',
  '٥١٠٣٩٧',
  '۵۱۰ ۳۹۷',
  '५१०३९७',
  '𝟓𝟏𝟎𝟑𝟗𝟕',
])('the six digits are found in %j', (pasted) => {
  expect(findDigits(pasted)).toBe(CODE)
  expect(EmailVerification.parse({ email: 'a@b.ng', verificationToken: pasted }).verificationToken).toBe(CODE)
  expect(CodeProof.parse({ code: pasted }).code).toBe(CODE)
  expect(secondFactorCode.parse(pasted)).toBe(CODE)
})

it.each(['', 'code', '51039', '5103971', '0803 510 397', '51 within 15 minutes'])(
  'no six digits are found in %j',
  (pasted) => {
    expect(findDigits(pasted)).toBeUndefined()
  },
)

it('a far too long text is refused without searching it, because many combining marks make that slow', () => {
  const pasted = `510397 ${'\u0301\u0316'.repeat(1_000)}`
  expect(CodeProof.safeParse({ code: pasted }).success).toBe(false)
  expect(EmailVerification.safeParse({ email: 'a@b.ng', verificationToken: pasted }).success).toBe(false)
  expect(secondFactorCode.safeParse(pasted).success).toBe(false)
})

it('digits of every script are read', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
    .map((point) => String.fromCodePoint(point))
    .filter((char) => /\p{Nd}/u.test(char))
  expect(toAsciiDigits(all.join(''))).toBe('0123456789'.repeat(all.length / 10))
})

it.each(['k7m2p-x9q4r', 'K7M2P X9Q4R', 'Code: k7m2px9q4r.', '1. k7m2p–x9q4r\n', 'k7m2p-x9q4r\nabcd2-efgh3'])(
  'a recovery code is found in %j',
  (pasted) => {
    expect(findSecondFactorCode(pasted)).toBe('k7m2p-x9q4r')
  },
)

it('words are not mistaken for a recovery code', () => {
  expect(findSecondFactorCode('hello world')).toBeUndefined()
})

it('a setup code is found in a line of the log', () => {
  const code = 'Ab_9-cdefghijklmnopq'
  expect(findSetupCode(`{"setupCode":"${code}","page":"http://localhost:3000/admin/register"}`)).toBe(code)
  expect(findSetupCode(` ${code}\n`)).toBe(code)
  expect(findSetupCode(`${code}x`)).toBeUndefined()
})
