import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertCaptions } from './convert-captions.ts'

const convert = (text: string) => convertCaptions(new TextEncoder().encode(text))
const cue = '00:01.000 --> 00:04.500\nOnce upon a time.\n'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': '' }
/** What a browser shows of WebVTT: the times and lines of each caption. */
function show(vtt: string): { times: string; lines: string[] }[] {
  const [header, ...blocks] = vtt.trimEnd().split('\n\n')
  expect(header).toMatch(/^WEBVTT/)
  return blocks
    .filter((block) => block.includes('-->'))
    .map((block) => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => line.includes('-->'))
      const shown = lines
        .slice(at + 1)
        .map((line) => line.replace(/<[^>]*>/g, '').replace(/&\w+;/g, (it) => entities[it] ?? it))
      return { times: lines[at] ?? '', lines: shown }
    })
}
const showTexts = (source: string) => show(convert(source)).map(({ lines }) => lines)

const ass = (...dialogues: string[]) =>
  `[Script Info]\r\nTitle: x\r\n\r\n[V4+ Styles]\r\nFormat: Name\r\n\r\n[Events]\r\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\r\n${dialogues.join('\r\n')}`
const dialogue = (text: string, start = '0:00:01.00') => `Dialogue: 0,${start},0:00:09.50,Default,,0,0,0,,${text}`

describe('captions', () => {
  it.each([
    ['with a byte order mark', `\ufeffWEBVTT\n\n${cue}`],
    ['with text after the header', `WEBVTT - The honest trader\n\n${cue}`],
    ['with Windows line ends', `WEBVTT\r\n\r\n${cue.replaceAll('\n', '\r\n')}`],
    ['with carriage returns as line ends', `WEBVTT\r\r${cue.replaceAll('\n', '\r')}`],
    [
      'with a comment, a style and a name',
      `WEBVTT\n\nSTYLE\n::cue { color: lime }\n\nNOTE a\nnote\n\n1\n${cue}\nNOTE end\n`,
    ],
    ['without the header', cue],
    ['without a blank line after the header', `WEBVTT\n${cue}`],
    [
      'with commas and hours',
      `WEBVTT\n\n1\n${cue.replaceAll('00:0', '00:00:0').replaceAll('.0', ',0').replaceAll('.5', ',5')}`,
    ],
    ['in SubRip with a byte order mark', `\ufeff1\r\n${cue.replaceAll('\n', '\r\n')}`],
    ['in SubRip with a position', cue.replace('\n', '  X1:40 X2:600 Y1:20 Y2:50\n')],
  ])('say the same %s', (_, text) => {
    expect(show(convert(text))).toEqual([{ times: '00:00:01.000 --> 00:00:04.500', lines: ['Once upon a time.'] }])
  })

  it('keep the names, settings and markup of WebVTT', () => {
    const vtt = 'WEBVTT\n\nintro\n01:00:01.000 --> 01:00:02.000 line:0 align:start\n- <v Ada>Yes &amp; <b>no</b>.</v>\n'
    expect(convert(vtt)).toBe(vtt)
  })

  it('in UTF-16 with a byte order mark are read', () => {
    expect(convertCaptions(Buffer.from(`\ufeff1\r\n${cue}`, 'utf16le'))).toContain('Once upon a time.')
  })

  it('show brackets, ampersands, arrows and blank lines as written', () => {
    const lines = ['If 3 < 5 & 7 > 2', '', 'press <Enter> --> go', '', '&amp; <3']
    expect(showTexts(`1\n00:01,000 --> 00:02,000\n${lines.join('\n')}\n\n2\n00:03,000 --> 00:04,000\nEnd\n`)).toEqual([
      lines,
      ['End'],
    ])
    expect(showTexts(`WEBVTT\n\n00:01.000 --> 00:02.000\n3 < 5 & 7\n\n<Enter>\n`)).toEqual([
      ['3 < 5 & 7', '', '<Enter>'],
    ])
  })

  it('lose styling tags and codes', () => {
    const srt = '1\n00:01,000 --> 00:02,000\n{\\an8}<font color="red"><b>Ẹ káàárọ̀</b></font><br/>Ada\n'
    expect(showTexts(srt)).toEqual([['Ẹ káàárọ̀', 'Ada']])
    const styled = String.raw`{\an8\b1}Stop{\b0}, {a comment}Ada!\Nx < y\h& z{\p1}m 0 0 l 9 9{\p0}`
    expect(show(convert(ass('Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,No', dialogue(styled))))).toEqual([
      { times: '00:00:01.000 --> 00:00:09.500', lines: ['Stop, Ada!', 'x < y\u00a0& z'] },
    ])
  })

  it('follow the columns that an .ssa file names', () => {
    const ssa = '[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,One, two\n'
    expect(showTexts(ssa)).toEqual([['One, two']])
  })

  it('are sorted by their times, may overlap, and empty ones are left out', () => {
    const srt =
      '1\n00:05,000 --> 00:09,000\nlast\n\n2\n00:01,000 --> 00:06,000\nfirst\n\n3\n00:02,000 --> 00:03,000\n\n'
    expect(showTexts(srt)).toEqual([['first'], ['last']])
    expect(showTexts(ass(dialogue('last', '0:00:03.00'), dialogue('first')))).toEqual([['first'], ['last']])
  })

  it.each([
    ['Line 3: we cannot read the times.', 'WEBVTT\n\n00:01.0 --> 00:04.000\nOnce.\n'],
    ['Line 3: we cannot read the times.', `WEBVTT\n\n${cue.replace('-->', '->')}`],
    ['Line 3: we cannot read the times.', 'WEBVTT\n\n61:00.000 --> 61:01.000\nOnce.\n'],
    ['Line 6: we cannot read the times.', `WEBVTT\n\n${cue}\nnow --> then\nOnce.\n`],
    ['Line 6: we cannot read the times.', `1\n${cue}\n2\n00:05,00O --> 00:06,000\nOnce.\n`],
    ['Line 6: we cannot read the times.', `1\n${cue}\n2\n00:00:05,000 \u2192 00:00:06,000\nOnce.\n`],
    ['Line 6: we cannot read the times.', `1\n${cue}\n2\n00:00:05,000 00:00:06,000\nOnce.\n`],
    ['Line 3: this caption must end after it starts.', 'WEBVTT\n\n00:04.000 --> 00:01.000\nOnce.\n'],
    ['Line 2: this caption must end after it starts.', '1\n00:04,000 --> 00:04,000\nOnce.\n'],
    ['Line 3: this caption is later than 24 hours.', 'WEBVTT\n\n30:00:00.000 --> 30:00:01.000\nOnce.\n'],
    ['Line 4: there is a hidden character', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOn\u0000ce.\n'],
    ['Line 10: we cannot read the times. Write them like 0:01:02.50', ass(dialogue('a'), dialogue('b', '0:00:1x.00'))],
    ['There are no captions in this file.', 'WEBVTT'],
    ['There are no captions in this file.', 'WEBVTT\n\nOnce upon a time.\n'],
    ['There are no captions in this file.', ass()],
    ['This file is not a captions file.', ''],
    ['This file is not a captions file.', `WEBVTTX\n\n${cue}`],
    ['This file is not a captions file.', `<!doctype html><!-- a --><script>alert(1)</script>WEBVTT\n\n${cue}`],
  ])('with a fault are refused: %s', (message, text) => expect(() => convert(text)).toThrow(message))

  it('in another encoding are refused with the line', () => {
    expect(() => convertCaptions(Buffer.from(`1\n${cue}caf\u00e9`, 'latin1'))).toThrow(
      'Line 4: we cannot read a character.',
    )
    expect(() => convertCaptions(Buffer.from(`1\n${cue}`, 'utf16le'))).toThrow('not a captions file')
  })

  const word = fc.constantFrom(
    'a',
    'Ẹ',
    '<',
    '>',
    '&',
    '&amp;',
    '<Enter>',
    '5 < 6',
    '42',
    '{',
    '}',
    'x --> y',
    'NOTE',
    '1:2',
  )
  const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  const text = fc
    .tuple(
      line,
      fc.array(
        fc.oneof(
          line.filter((it) => !it.includes('-->')),
          fc.constant(''),
        ),
        { maxLength: 4 },
      ),
      line.filter((it) => !it.includes('-->')),
    )
    .map(([first, middle, last]) => [first, ...middle, last])

  it('that are converted show what the source says', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\r\n'), (texts, end) => {
        const srt = texts
          .map((lines, at) => [at + 1, `00:00:0${at},000 --> 00:00:0${at},900`, ...lines, ''].join(end))
          .join(end)
        expect(showTexts(srt)).toEqual(texts)
        const inAss = texts.map((lines, at) =>
          dialogue(lines.join(String.raw`\N`).replaceAll(/[{}]/g, '('), `0:00:0${at}.00`),
        )
        expect(showTexts(ass(...inAss))).toEqual(texts.map((lines) => lines.map((it) => it.replaceAll(/[{}]/g, '('))))
      }),
    )
  })

  it('that are random bytes are refused with a sentence', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(() => convertCaptions(bytes)).toThrow(/^(Line \d+:|There are no|This file)/)
      }),
    )
  })
})
