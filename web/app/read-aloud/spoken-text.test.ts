import fc from 'fast-check'
import { expect, it } from 'vitest'
import { captionRate, measureVoice } from './caption-rate.ts'
import { toSpokenCaption, toSpokenText } from './spoken-text.ts'

it.each([
  ['1:02 · 0.7 MB', '1 minute 2 seconds, 0.7 megabytes'],
  ['0:01', '1 second'],
  ['2:00', '2 minutes'],
  ['This is from 5:49 am today.', 'This is from 5:49 am today.'],
  ['Make a Payment of #1000', 'Make a Payment of 1000 naira'],
  ['You are #3, aged 5-10.', 'You are #3, aged 5 to 10.'],
])('%j is read as %j', (text, spoken) => {
  expect(toSpokenText(text)).toBe(spoken)
})

it.each([
  ['[rain falls]', ''],
  ['♪ ♪', ''],
  ['(drums)', ''],
  ['[softly] “No.”', '“No.”'],
])('the caption %j is read as %j', (caption, spoken) => {
  expect(toSpokenCaption(caption)).toBe(spoken)
})

it("a caption is read at the speed that it needs, from the voice's own speed to 1.3 times that", () => {
  const text = 'x'.repeat(140)
  expect(captionRate({ text, seconds: 8, charactersPerSecond: 14 })).toBe(1.25)
  fc.assert(
    fc.property(
      fc.string(),
      fc.double({ min: -5, max: 60, noNaN: true }),
      fc.double({ min: 6, max: 30, noNaN: true }),
      (any, seconds, charactersPerSecond) => {
        const rate = captionRate({ text: any, seconds, charactersPerSecond })
        expect(rate).toBeGreaterThanOrEqual(1)
        expect(rate).toBeLessThanOrEqual(1.3)
      },
    ),
  )
})

it('a slow voice is known as slow after its first caption', () => {
  expect(measureVoice(14, { text: 'x'.repeat(60), rate: 1, ms: 6_000 })).toBe(12)
  expect(measureVoice(14, { text: 'Yes.', rate: 1, ms: 6_000 })).toBe(14)
})
