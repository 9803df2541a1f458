// Tests the only colours in tokens.css that no other test covers: the focus ring, in each theme.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** A theme's roles, keyed by name without the dashes: those in its block, which starts with a selector. */
function readTheme(selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(selector)
  const block = css.slice(start, css.indexOf('}', start))
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

const toChannels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)

/** The relative luminance as defined by WCAG 2. */
function toLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toContrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [toLuminance(a), toLuminance(b)].toSorted((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

/** The hue in degrees. */
function toHue(colour: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(colour)
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

const themes = {
  light: ':root {\n  color-scheme: light',
  'dark by the system': ":root:not([data-theme='light'])",
  'dark by choice': ":root[data-theme='dark']",
}

describe.each(Object.entries(themes))('in the theme %s the focus ring', (_theme, selector) => {
  const theme = readTheme(selector)
  const colour = (name: string) => theme.get(name) ?? ''

  test.each(['bg', 'surface', 'surface-2', 'surface-3', 'danger-soft', 'success-soft', 'warn-soft'])(
    'has a contrast of 3 with %s',
    (name) => expect(toContrast(colour('focus'), colour(name))).toBeGreaterThanOrEqual(3),
  )

  test('cannot be mistaken for an error outline', () => {
    const distance = Math.abs(toHue(colour('focus')) - toHue(colour('danger')))
    expect(Math.min(distance, 360 - distance)).toBeGreaterThan(90)
  })
})
