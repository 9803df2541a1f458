// Cuts the fonts to the languages of the product (English, Hausa, Yoruba, Igbo, Naija) and to the weights in use. Run it
// again only if these change, with the whole variable fonts in a folder: Ojuju[wght].ttf as ojuju.ttf, Onest[wght].ttf as
// onest.ttf, both from fonts.google.com.
//   npm install --no-save subset-font@2.9.0 && node web/app/styles/fonts/cut-fonts.mjs FOLDER
// noto-dots.woff2 and naira.woff2 are the glyphs of their `unicode-range` in tokens.css from NotoSans[wdth,wght].ttf.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const [folder = '.'] = process.argv.slice(2)

/** Returns the characters in ranges such as '20-7E A0'. */
function characters(ranges) {
  return ranges
    .split(' ')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .join('')
}

// The same ranges as `unicode-range` in tokens.css.
const ACCENTS = 'C0-C1 C8-C9 CC-CD D2-D3 D9-DA E0-E1 E8-E9 EC-ED F2-F3 F9-FA'
const PUNCTUATION = 'A0 A9 AB B0 B7 BB D7 2010-2014 2018-201A 201C-201E 2022 2026 2039-203A'
const NAIJA = '100-24F 253 257 2BC 1E3E-1E3F 1E44-1E45 1E62-1E63'
const DOTS = '300-304 308-309 323 1EB8-1EB9 1ECA-1ECD 1EE4-1EE5'

// The rest of U+00A0 to U+00FF.
const REST = 'A1-A8 AA AC-AF B1-B6 B8-BA BC-BF C2-C7 CA-CB CE-D1 D4-D6 D8 DB-DF E2-E7 EA-EB EE-F1 F4-F8 FB-FF 20AC'

/** Titles have one weight. They leave out digits, '#' and '.', which are always set in Onest. */
const display = { wght: 800 }
const text = { wght: { min: 400, max: 700 } }
const cuts = [
  {
    family: 'ojuju',
    part: 'latin',
    ranges: `20-22 24-2D 2F 3A-7E ${ACCENTS} ${PUNCTUATION}`,
    variationAxes: display,
    keepFeatures: ['kern'],
  },
  { family: 'ojuju', part: 'naija', ranges: NAIJA, variationAxes: display, keepFeatures: ['kern'] },
  { family: 'ojuju', part: 'dots', ranges: DOTS, variationAxes: display, keepFeatures: ['ccmp', 'mark', 'mkmk'] },
  {
    family: 'onest',
    part: 'latin',
    ranges: `20-7E ${ACCENTS} ${PUNCTUATION} 2212`,
    variationAxes: text,
    keepFeatures: ['kern', 'calt', 'tnum'],
  },
  // Letters of other languages in names of people and schools, loaded only where they occur.
  { family: 'onest', part: 'rest', ranges: REST, variationAxes: text, keepFeatures: ['kern'] },
  { family: 'onest', part: 'naija', ranges: NAIJA, variationAxes: text, keepFeatures: ['kern'] },
]

for (const { family, part, ranges, variationAxes, keepFeatures } of cuts) {
  const font = readFileSync(join(folder, `${family}.ttf`))
  const made = await subsetFont(font, characters(ranges), { targetFormat: 'woff2', variationAxes, keepFeatures })
  writeFileSync(new URL(`${family}-${part}.woff2`, import.meta.url), made)
}
