import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWebVtt } from './web-vtt.ts'

const isWebVttText = (text: string) => isWebVtt(new TextEncoder().encode(text))
const cue = '00:01.000 --> 00:04.500\nOnce upon a time.\n'

describe('captions', () => {
  it.each([
    ['with one cue', `WEBVTT\n\n${cue}`],
    ['with a byte order mark', `\ufeffWEBVTT\n\n${cue}`],
    ['with text after the header', `WEBVTT - The honest trader\n\n${cue}`],
    ['with Windows line ends', `WEBVTT\r\n\r\n${cue.replaceAll('\n', '\r\n')}`],
    ['with carriage returns as line ends', `WEBVTT\r\r${cue.replaceAll('\n', '\r')}`],
    [
      'with hours, names, notes, styles and settings',
      `WEBVTT\n\nNOTE a note\n\nSTYLE\n::cue { color: lime }\n\n1\n01:00:01.000 --> 01:00:02.000 line:0 align:start\n- <v Ada>Yes.</v>\n`,
    ],
    ['in Yoruba', `WEBVTT\n\n00:00.000 --> 00:01.000\nẸ káàárọ̀\n`],
  ])('are accepted %s', (_, text) => expect(isWebVttText(text)).toBe(true))

  it.each([
    ['nothing', ''],
    ['the header alone', 'WEBVTT'],
    ['no cue', 'WEBVTT\n\nOnce upon a time.\n'],
    ['no header', cue],
    ['another header', `WEBVTTX\n\n${cue}`],
    ['SubRip', '1\n00:00:01,000 --> 00:00:04,000\nOnce upon a time.\n'],
    ['SubRip timings under the header', 'WEBVTT\n\n00:00:01,000 --> 00:00:04,000\nOnce.\n'],
    ['an end before its start', 'WEBVTT\n\n00:04.000 --> 00:01.000\nOnce.\n'],
    ['an end at its start', 'WEBVTT\n\n00:04.000 --> 00:04.000\nOnce.\n'],
    ['sixty-one minutes', 'WEBVTT\n\n61:00.000 --> 61:01.000\nOnce.\n'],
    ['days', 'WEBVTT\n\n30:00:00.000 --> 30:00:01.000\nOnce.\n'],
    ['one valid cue and one invalid', `WEBVTT\n\n${cue}\nnow --> then\nOnce.\n`],
    ['an HTML page', `<!doctype html><script>alert(1)</script>WEBVTT\n\n${cue}`],
    ['a NUL', `WEBVTT\n\n${cue}\u0000`],
  ])('are refused: %s', (_, text) => expect(isWebVttText(text)).toBe(false))

  it('must be UTF-8', () => {
    expect(isWebVtt(Buffer.from(`WEBVTT\n\n${cue}caf\u00e9`, 'latin1'))).toBe(false)
    expect(isWebVtt(Buffer.from(`WEBVTT\n\n${cue}`, 'utf16le'))).toBe(false)
  })

  it('random bytes are refused without an error', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => !isWebVtt(bytes)))
  })
})
