// Draws the words of the shared pictures and of the logo as paths, because a picture must not depend on the fonts of the
// machine that builds it. The result is words.svg. Run again only if a word changes:
//   npm install --no-save subset-font@2.9.0 fontkit@2.0.4 svgo@4.1.0 && node web/shared-pictures/draw-words.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { create } from 'fontkit'
import subsetFont from 'subset-font'
import { optimize } from 'svgo'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.'

/** Opens one of the pages' fonts, at one weight if it is variable. */
async function openFont(name, wght) {
  const font = readFileSync(new URL(`../app/styles/fonts/${name}`, import.meta.url))
  return create(
    await subsetFont(font, letters, {
      targetFormat: 'sfnt',
      ...(wght && { variationAxes: { wght } }),
    }),
  )
}

const ojuju = await openFont('ojuju-latin.woff2')
const onest = await openFont('onest-latin.woff2', 700)

/** The lines of each title, by id. */
const titles = {
  baobab: ['Baobab'],
  home: ['Watch.', 'Answer.', 'Rise.'],
  leaderboard: ['Top 1000', 'Students'],
  scholarship: ['Scholarship', 'draws'],
  certificate: ['Certificate'],
}
/** Font units between two lines, and letter spacing. */
const LINE = 960
const SPACING = -20
const ASCENT = 760
const DESCENT = 240

/** Returns the path of a line whose baseline is at `y`, and its width. As on pages, numbers and dots are set in Onest. */
function drawLine(text, y) {
  let x = 0
  let d = ''
  for (const [part] of text.matchAll(/[0-9.]+|[^0-9.]+/g)) {
    const { glyphs, positions } = (/^[0-9.]/.test(part) ? onest : ojuju).layout(part)
    for (const [at, glyph] of glyphs.entries()) {
      d += glyph.path
        .scale(1, -1)
        .translate(x, y)
        .mapPoints((px, py) => [Math.round(px), Math.round(py)])
        .toSVG()
      x += positions[at].xAdvance + SPACING
    }
  }
  return { d, width: Math.ceil(x) }
}

const symbols = Object.entries(titles).map(([id, lines]) => {
  const drawn = lines.map((text, at) => drawLine(text, ASCENT + at * LINE))
  const size = `${Math.max(...drawn.map(({ width }) => width))} ${ASCENT + DESCENT + (lines.length - 1) * LINE}`
  const paths = drawn.map(({ d }, at) => `<path${at === 2 ? ' fill="#FFC21A"' : ''} d="${d}"/>`).join('')
  return `<symbol id="${id}" viewBox="0 0 ${size}">${paths}</symbol>`
})
const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
const { data } = optimize(drawing, {
  floatPrecision: 0,
  plugins: [{ name: 'convertPathData', params: { floatPrecision: 0 } }],
})
writeFileSync(new URL('words.svg', import.meta.url), data)
