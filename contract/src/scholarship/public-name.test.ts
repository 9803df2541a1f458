import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPublicNameFault, listLikeUsernames } from './rules.ts'
import { PrizeClaim } from './forms.ts'

const names = [
  'Amina from Kano',
  'Chukwuemeka Okonkwo-Bello',
  "N'Golo O’Neil",
  'A.B. Bello',
  'Dr. Ngozi (Lagos)',
  'Olúwaṣeun Àdìṣá',
  'Ọmọ́tọ́lá',
  'Hauwa ƙaramar Ɗan',
  'أمينة',
]
/** Words made of letters, like those in names. */
const word = fc.stringMatching(/^[A-Z][a-zọẹṣá]{1,9}$/)
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

describe("a winner's public name", () => {
  it.each(names)('may be %j', (one) => {
    expect(findPublicNameFault(one.normalize('NFC'))).toBeUndefined()
  })

  it('may be made of any words, and may be left out', () => {
    fc.assert(fc.property(name, (one) => findPublicNameFault(one) === undefined || / (www|https?)$/i.test(one)))
    expect(findPublicNameFault('')).toBeUndefined()
  })

  it.each([
    'https://evil.example',
    'http evil',
    'HTTP Evil',
    'www.evil.example',
    'www evil',
    'evil.example',
    'Amina evil.ng',
    't.me',
    'x.com',
    'Amina .com',
    'evil. com',
    'Amina.Bello',
    'A.Bello',
    'Ama.B',
  ])('is not the address of a site (%j)', (one) => {
    expect(findPublicNameFault(one)).toBe(/[:/]/.test(one) ? 'character' : 'address')
  })

  it('is never a word, a dot and a word, whatever is before and after it', () => {
    const between = fc.constantFrom('.', ' .')
    fc.assert(
      fc.property(word, word, between, fc.option(name, { nil: '' }), (one, other, dot, rest) => {
        expect(findPublicNameFault(`${rest} ${one}${dot}${other}`.trim())).toBe('address')
      }),
    )
  })

  it('has only characters that names have, in every position', () => {
    const others = fc.oneof(
      fc.constantFrom(...Array.from('0123456789@#/:_<>&"*!?=+%|\\~`^$€😀。․ㅤ')),
      fc.constantFrom('\u202E', '\u2066', '\u200B', '\u200D', '\u00AD', '\u034F', '\uFE0F', '\u0000', '\n', '\t'),
      fc.constantFrom('𝐀', 'Ａ', 'ﬁ', '\u{E0041}', '\uD800'),
    )
    fc.assert(
      fc.property(name, others, fc.nat(), (one, other, at) => {
        const n = at % (one.length + 1)
        expect(findPublicNameFault(one.slice(0, n) + other + one.slice(n))).toBe('character')
      }),
    )
  })

  it('does not mix look-alike alphabets or pile up accents', () => {
    expect(findPublicNameFault('Аmina')).toBe('scripts')
    expect(findPublicNameFault('Αmina')).toBe('scripts')
    expect(findPublicNameFault('Ami\u0301\u0302\u0303na'.normalize('NFC'))).toBe('accents')
  })

  it('has at least two letters', () => {
    expect(['A', '-', ' .', "'’"].map(findPublicNameFault)).toEqual(['short', 'short', 'short', 'short'])
  })

  it('is checked by the form and the call, without the marks and spaces that are removed from every text', () => {
    const guardian = { guardianName: 'Halima Bello', guardianPhone: '+2348012345678', guardianEmail: '' }
    const parse = (publicName: string) => PrizeClaim.safeParse({ ...guardian, publicName, guardianAgrees: true })
    expect(parse(' Amina\u202E ').data?.publicName).toBe('Amina')
    expect(parse('evil.example').error?.issues).toMatchObject([
      { path: ['publicName'], message: 'The name cannot be the address of a site. Write a space after a dot' },
    ])
    expect(parse('A'.repeat(61)).error?.issues).toMatchObject([{ message: expect.stringContaining('60') }])
  })
})

it('a name matches usernames that differ only in separators, case or accents', () => {
  expect(listLikeUsernames('Ámina Bello').toSorted()).toEqual([
    'amina bello',
    'amina-bello',
    'amina.bello',
    'amina_bello',
    'aminabello',
  ])
  expect(listLikeUsernames('Amina')).toEqual(['amina'])
  expect(listLikeUsernames("O'Neil")).toContain('oneil')
})
