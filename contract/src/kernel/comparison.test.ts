import { expect, it } from 'vitest'
import { createSearch, toComparisonKey, toSearchKey } from './comparison.ts'
import { invisible } from './text.ts'

it.each([
  ['two spaces', 'Lagos State', 'Lagos  State'],
  ['other spaces', 'Lagos State', '\u3000Lagos\u00A0\u2009State\u0085\n'],
  ['a soft hyphen and zero-width characters', 'Lagos', 'La\u00ADg\u200Bo\u2060s\uFEFF\u200E\u{E0100}'],
  ['quotation marks', `It's "so"`, '\u0130t\u2019s \u201Cso\u201D'.replace('\u0130', 'I')],
  ['dashes and minus signs', '5-3', '5\u20133'],
  ['an ellipsis', 'so...', 'So\u2026'],
  ['composition, even around invisible characters', '\u1ECD\u0301', 'O\u200D\u0301\u0323'],
  ['capitals of letters with hooks', '\u0257an', '\u018AAN'],
  ['the sigma at the end of a word', '\u03BF\u03C3', '\u039F\u03A3'],
])('texts are equal despite %s', (_, one, other) => {
  expect(toComparisonKey(other)).toBe(toComparisonKey(one))
})

it.each([
  ['10\u00B2', '102'],
  ['\u1ECDk\u1ECD', 'oko'],
  ['\u0257an', 'dan'],
  [
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
  ],
  ['5 3', '53'],
])('"%s" and "%s" are different options', (one, other) => {
  expect(toComparisonKey(one)).not.toBe(toComparisonKey(other))
})

it('characters that Unicode ignores by default are invisible, and most of them do not make texts different', () => {
  const [bmp, beyond] = [0xffff, 0xe0000]
  const codes = Array.from({ length: bmp + 0x1000 }, (_, at) => (at < bmp ? at : beyond + at - bmp))
  const unseen = codes
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /\p{Default_Ignorable_Code_Point}/u.test(one))
  expect(unseen.filter((one) => one.search(invisible) !== 0)).toEqual([])
  expect(unseen.filter((one) => toComparisonKey(one) !== '' && (one.codePointAt(0) ?? 0) < 0xfff0)).toEqual([])
})

it('a search finds Nigerian letters as they are typed without them', () => {
  const plain = 'ijapa obo danladi kanawa barno yar sango ngwa isi ulo nne'
  expect(toSearchKey('Ìjàpá ỌBỌ́ Ɗanladi Ƙanawa Ɓarno Ƴar Ṣàngó Ŋgwa Ịsị Ụlọ Ṅne')).toBe(plain)
  expect(createSearch('  Ṣango\u00A0IJAPA ')(toSearchKey('Ìjàpá àti Ṣàngó'))).toBe(true)
  expect(createSearch('sango drum')(toSearchKey('Ìjàpá àti Ṣàngó'))).toBe(false)
  for (const typed of ["'yar ƙanƙane", '\u2019Yar Kanƙane', 'ʼYAR', 'Ƴar', "yar 'kankane"])
    expect(createSearch(typed)(toSearchKey('Ƴar Ƙanƙane'))).toBe(true)
  expect(createSearch('ƴar')(toSearchKey('‘Yar Adua'))).toBe(true)
})
