import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, isSameEmail } from './text.ts'
import * as field from './fields.ts'

const name = field.requiredText({ name: 'First name', max: 100 })
const address = field.address
const school = field.school
const message = field.requiredText({ name: 'Message', max: 5_000, lines: true })

const directionMarks = ['\u061C', '\u200E', '\u200F', '\u202A', '\u202B', '\u202C', '\u202D', '\u202E']
const isolates = ['\u2066', '\u2067', '\u2068', '\u2069']
const mark = fc.constantFrom(...directionMarks, ...isolates)

describe('marks that change the text direction', () => {
  it.each([...directionMarks, ...isolates])('are removed from names, messages and optional texts (%j)', (one) => {
    expect(name.parse(`${one}Ada${one}`)).toBe('Ada')
    expect(message.parse(`Hello ${one}world\r\n${one}bye`)).toBe('Hello world\nbye')
    expect(school.parse(`Unity${one} School`)).toBe('Unity School')
    expect(address.parse(`12 ${one}Marina Road`)).toBe('12 Marina Road')
  })

  it('are removed from pasted emails and phone numbers', () => {
    expect(field.email.parse('\u202Aada@school.example\u202C')).toBe('ada@school.example')
    expect(field.phone.parse('\u202A+2348012345678\u202C')).toBe('+2348012345678')
  })

  it('make no difference, wherever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), mark)), (parts) => {
        const [plain, marked] = [parts.map(([text]) => text).join(''), parts.flat().join('')]
        expect(cleanText(marked)).toBe(cleanText(plain))
      }),
    )
  })
})

describe('an email', () => {
  const isTaken = (address: string) => field.email.safeParse(address).success
  const label = (length: number) => 'x'.repeat(length)

  it.each([
    '\u200B',
    '\u200D',
    '\u00AD',
    '\uFEFF',
    '\u2060',
    '\u00A0',
    '\u202F',
    '\u2007',
    '\u3000',
    '\u200E',
    '\u2066',
    '\u180E',
    '\uFE0F',
  ])('loses invisible characters around and inside it (%j)', (one) => {
    expect(field.email.parse(`${one} ad${one}a@sch${one}ool.example ${one}`)).toBe('ada@school.example')
    expect(field.email.safeParse(one).error?.issues).toMatchObject([{ message: 'Email is required' }])
  })
  it.each([
    'mailto:ada@school.example',
    'MAILTO:ada@school.example?subject=Hello',
    'ａｄａ＠ｓｃｈｏｏｌ．ｅｘａｍｐｌｅ',
  ])('loses what is copied with it (%s)', (typed) => {
    expect(field.email.parse(typed)).toBe('ada@school.example')
    expect(isSameEmail(typed, 'ADA@School.example')).toBe(true)
  })
  it('keeps a visible space, and is refused', () => {
    expect(isTaken('ad a@school.example')).toBe(false)
  })
  it.each([
    ['64 characters before the @', `${label(64)}@school.example`, `${label(65)}@school.example`],
    ['63 characters in a part of the domain', `ada@${label(63)}.example`, `ada@${label(64)}.example`],
    ['63 characters at the end of the domain', `ada@school.${label(63)}`, `ada@school.${label(64)}`],
    ['254 characters', longAddress(254), longAddress(255)],
  ])('may have %s, and no more', (_what, longest, tooLong) => {
    expect(isTaken(longest)).toBe(true)
    expect(field.email.safeParse(tooLong).error?.issues).toMatchObject([{ message: 'Invalid email' }])
  })
  it.each([
    'a@@b.ng',
    '.a@b.ng',
    'a.@b.ng',
    'a..b@c.ng',
    'a@b',
    'a@b..ng',
    'a@-b.ng',
    'a@b-.ng',
    'a@b.n',
    'a@b.1',
    '@b.ng',
    'a@b.ng, c@d.ng',
    'Ada Obi <ada@school.example>',
    'A <a@b.ng>, C <c@d.ng>',
    'mailto:',
    '<>',
    'a@bücher.example',
    'a@школа.рф',
  ])('is not %s', (address) => {
    expect(isTaken(address)).toBe(false)
  })
  it.each(["o'neil+quiz@mail.unn.edu.ng", 'A_b-c@X1.ng', 'a@1.ng'])('may be %s', (address) => {
    expect(isTaken(address)).toBe(true)
  })

  function longAddress(length: number): string {
    const domain = `${label(63)}.${label(63)}.${label(60)}`
    const address = `a@${domain}.ng`
    return `${label(length - address.length)}${address}`
  }
})

describe('a text that shows nothing', () => {
  const unseen = [
    '\u00AD',
    '\u034F',
    '\u115F',
    '\u1160',
    '\u17B4',
    '\u180B',
    '\u180E',
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\u2061',
    '\u206F',
    '\u2800',
    '\u3164',
    '\uFE0F',
    '\uFEFF',
    '\uFFA0',
    '\uFFF9',
    '\u{1D159}',
    '\u{1D173}',
    '\u{E0001}',
    '\u{E0041}',
    '\u{E0100}',
    ' ',
    '\u00A0',
    '\u2003',
    '\u3000',
    '\u200E',
    '\u2067',
  ]

  it.each(unseen)('is empty (%j)', (one) => {
    expect(name.safeParse(one.repeat(7)).error?.issues).toMatchObject([{ message: 'First name is required' }])
    expect(message.safeParse(`${one}\n${one}`).error?.issues).toMatchObject([{ message: 'Message is required' }])
    expect(school.parse(one.repeat(7))).toBe('')
  })

  it('is empty with any mixture of such characters', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...unseen)), (parts) => {
        expect(cleanText(parts.join(''))).toBe('')
      }),
    )
  })

  it('does not make a text longer than it looks', () => {
    expect(address.safeParse(`Road${'\u200B'.repeat(9)}`).error?.issues).toMatchObject([
      { message: 'Address must be at least 5 characters' },
    ])
    expect(address.parse('Ro ad')).toBe('Ro ad')
  })
})

describe('invisible characters within a text', () => {
  it.each([
    ['a joined emoji', '👩‍👩‍👧‍👦'],
    ['an emoji with a variation', '❤️'],
    ['a flag made of tags', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['Persian', 'می‌خواهم'],
    ['Sinhala', 'ශ්‍රී'],
  ])('stay in %s', (_what, text) => {
    expect(name.parse(text)).toBe(text.normalize('NFC'))
  })
})

it('a run of marks that is slow to normalize stays as it is, and is refused for its length', () => {
  const marks = `a${'\u0301\u0316'.repeat(50_000)}`
  const started = performance.now()
  for (const schema of [name, message, field.email, field.phone, field.studentPassword])
    expect(schema.safeParse(marks).success).toBe(false)
  expect(cleanText(marks)).toBe(marks)
  expect(performance.now() - started).toBeLessThan(500)
  expect(name.parse(`a${'\u0301\u0316'.repeat(30)}`)).toBe(`a${'\u0316'.repeat(30)}${'\u0301'.repeat(30)}`.normalize())
})

it('cleaning a text again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = cleanText(text)
      expect(cleanText(once)).toBe(once)
    }),
  )
})
