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
    ['with two byte order marks and blank lines above', `\ufeff\ufeff\n\nWEBVTT\n\n${cue}`],
    ['with the header in small letters', `webvtt\n\n${cue}`],
    ['in .sbv', '\ufeff0:00:01.000,0:00:04.500\nOnce upon a time.\n'],
    ['in SubViewer', '00:00:01.00,00:00:04.50\r\nOnce upon a time.\r\n'],
    ['there twice', `1\n${cue}\n2\n${cue}`],
    ['in SubRip with a position', cue.replace('\n', '  X1:40 X2:600 Y1:20 Y2:50\n')],
  ])('say the same %s', (_, text) => {
    expect(show(convert(text))).toEqual([{ times: '00:00:01.000 --> 00:00:04.500', lines: ['Once upon a time.'] }])
  })

  it('keep the names, settings and markup of WebVTT', () => {
    const vtt = 'WEBVTT\n\nintro\n01:00:01.000 --> 01:00:02.000 line:0 align:start\n- <v Ada>Yes &amp; <b>no</b>.</v>\n'
    expect(convert(vtt)).toBe(vtt)
  })

  it.each(['\ufeff', ''])('in UTF-16 are read, with the byte order mark "%s"', (mark) => {
    const utf16 = Buffer.from(`${mark}1\r\n${cue}₦10`, 'utf16le')
    for (const bytes of [utf16, Buffer.from(utf16).swap16()]) expect(convertCaptions(bytes)).toContain('time.\n₦10')
  })

  it('may follow each other without a blank line, with numbers or without', () => {
    const times = ['00:01,000 --> 00:02,000', '00:03,000 --> 00:04,000', '00:05,000 --> 00:06,000']
    const texts = [['2024', '12'], [], ['3']]
    const numbered = times.flatMap((time, at) => [String(2 * at + 1), time, ...(texts[at] ?? [])]).join('\n')
    const bare = times.flatMap((time, at) => [time, ...(texts[at] ?? [])]).join('\n')
    for (const source of [numbered, bare, `WEBVTT\n${numbered}`, `WEBVTT\n\n${bare}`])
      expect(showTexts(source.replaceAll(',', '.'))).toEqual([['2024', '12'], ['3']])
  })

  it('of WebVTT show characters by their names, and a text that begins like a comment', () => {
    const texts = 'NOTE to self: &quot;go&quot; &#39;on&#x27; &#60;b&#62;\n\nNOTE a comment -->\nof two lines\n\nWEBVTT'
    expect(showTexts(`WEBVTT\n\n00:01.000 --> 00:02.000\n${texts}\n\n${cue}`)).toEqual([
      [`NOTE to self: "go" 'on' <b>`],
      ['Once upon a time.'],
    ])
    const noText = '&#0;&#10;&#10;&#xd800;&#9999999;'
    expect(convert(`WEBVTT\n\n00:01.000 --> 00:02.000\nA${noText}\n`)).toContain(`A${noText}\n`)
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

  it('may show numbers with arrows, verses and times of day, which are not times of captions', () => {
    const lines = ['0.5 \u2192 50%', '1.5 -> 3/2', '10:30, 11:45.', '3:16; 3:17.', '', '2', '10:30.']
    expect(showTexts(`1\n00:01,000 --> 00:02,000\n${lines.join('\n')}\n`)).toEqual([lines])
  })

  it('lose styling tags and codes', () => {
    const srt = '1\n00:01,000 --> 00:02,000\n{\\an8}<font color="red"><b>Ẹ káàárọ̀</b></font><br/>Ada\n'
    expect(showTexts(srt)).toEqual([['Ẹ káàárọ̀', 'Ada']])
    const left = '<font face="a > b">{\\i1}Ẹ{\\i0}</font> {i}káàárọ̀{/i}<br>Ada'
    expect(showTexts(`WEBVTT\n\n00:01.000 --> 00:02.000\n${left}\n`)).toEqual([['Ẹ káàárọ̀', 'Ada']])
    expect(showTexts('0:00:01.000,0:00:02.000\n<b>[br]Ada\n')).toEqual([['<b>', 'Ada']])
    const styled = String.raw`{\an8\b1}Stop{\b0}, {a comment}Ada!\Nx < y\h& z{\p1}m 0 0 l 9 9{\p0}`
    expect(show(convert(ass('Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,No', dialogue(styled))))).toEqual([
      { times: '00:00:01.000 --> 00:00:09.500', lines: ['Stop, Ada!', 'x < y\u00a0& z'] },
    ])
  })

  it('follow the columns that an .ssa file names', () => {
    const ssa = '[Events]\nFormat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,One, two\n'
    expect(showTexts(ssa)).toEqual([['One, two']])
  })

  it('in .ass may have small letters, no sections, drawings without a length and several layers', () => {
    const lines = [dialogue('One'), dialogue('{\\p1}m 0 0 l 9 9', '0:00:09.50'), dialogue('{\\blur3}One')]
    expect(showTexts(ass(...lines).toLowerCase())).toEqual([['one']])
    expect(showTexts(lines.join('\n'))).toEqual([['One']])
    expect(show(convert(ass(dialogue('One', '0:00:01.125'))))[0]?.times).toMatch(/^00:00:01\.125/)
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
    ['Line 2: a caption cannot start or end before', '1\n-00:00:01,000 --> 00:00:02,000\nOnce.\n'],
    ['Line 1: a caption cannot start or end before', '-0:00:01.000,0:00:02.000\nOnce.\n'],
    ['Line 1: we cannot read the times. Write them like 0:01', '0:00:01.000, 0:00:02.000\nOnce.\n'],
    ['Line 1: we cannot read the times.', '00:00:01,000 => 00:00:02,000\nOnce.\n'],
    ['Line 6: we cannot read the times.', `1\n${cue}\n2\n00:00:0`],
    ['Line 4: a caption cannot start or end before', `1\n${cue}-00:05,000 --> 00:06,000\nOnce.\n`],
    ['Line 3: a caption cannot start or end before', 'WEBVTT\n\n00:01.000 --> -00:02.000\nOnce.\n'],
    ['Line 10: a caption cannot start or end before', ass(dialogue('a'), dialogue('b', '-0:00:01.00'))],
    ['Line 2: the columns must have Start and End, and Text', '[Events]\nFormat: Start, End\nDialogue: 1,2\n'],
    ['Line 3: we cannot read the times.', 'WEBVTT\n\n00:01.000 --> 00:02.000 Once upon a time.\n'],
    [
      'Line 4: we cannot read the times. Write them like 0:01',
      '0:00:01.000,0:00:02.000\nOnce.\n\n0:00:03.0,0:00:04.0\nA\n',
    ],
    ['Line 2: the first caption, or WEBVTT, must come', `\nCaptions by Ada\n\n1\n${cue}`],
    ['Line 4: a letter was lost', `WEBVTT\n\n00:01.000 --> 00:02.000\ncaf\ufffd\n`],
    ['Line 4: “Ã©” looks like letters', `WEBVTT\n\n00:01.000 --> 00:02.000\ncafÃ©\n`],
    ['Line 4: “â‚” looks like letters', `WEBVTT\n\n00:01.000 --> 00:02.000\nâ‚¦10\n`],
    ['Line 3: this caption must end after it starts.', 'WEBVTT\n\n00:04.000 --> 00:01.000\nOnce.\n'],
    ['Line 2: this caption must end after it starts.', '1\n00:04,000 --> 00:04,000\nOnce.\n'],
    ['Line 3: this caption is later than 24 hours.', 'WEBVTT\n\n30:00:00.000 --> 30:00:01.000\nOnce.\n'],
    ['Line 4: there is a hidden character', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOn\u0000ce.\n'],
    ['Line 10: we cannot read the times. Write them like 0:01:02.50', ass(dialogue('a'), dialogue('b', '0:00:1x.00'))],
    ['There are no captions in this file.', 'WEBVTT'],
    ['There are no captions in this file.', 'WEBVTT\n\nOnce upon a time.\n'],
    ['There are no captions in this file.', ass()],
    ['There are no captions in this file.', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<i> </i>\n'],
    ['Please select a captions file.', '\ufeff\n'],
    ['Line 1: the first caption, or WEBVTT, must come', `WEBVTTX\n\n${cue}`],
    ['This looks like a text without the times of captions', '0:05\nOnce upon a time.\n0:09\nThe end.\n'],
    ['This looks like captions of another kind', '{1}{25}Once upon a time.\n'],
    ['This looks like captions of another kind', '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"></tt>'],
    ['This looks like a Word document', 'PK\u0003\u0004 word/document.xml'],
    ['This looks like a PDF', '%PDF-1.7'],
    [
      'This looks like a web page (HTML), and we cannot read captions from it. Please use .vtt, .srt, .sbv,',
      `<!doctype html><!-- a --><script>alert(1)</script>WEBVTT\n\n${cue}`,
    ],
  ])('with a fault are refused: %s', (message, text) => expect(() => convert(text)).toThrow(message))

  it('in another encoding are refused with the line', () => {
    expect(() => convertCaptions(Buffer.from(`1\n${cue}caf\u00e9`, 'latin1'))).toThrow(
      'Line 4: we cannot read a character.',
    )
    const cut = Buffer.from(`\ufeff1\n${cue}cut`, 'utf16le').subarray(0, -1)
    expect(() => convertCaptions(cut)).toThrow('Line 4: we cannot read a character.')
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

  it('with a line of half a megabyte are read in a moment', () => {
    const line = `1:1${':1'.repeat(250_000)}x`
    expect(showTexts(`1\n00:01,000 --> 00:02,000\n${line}\n`)).toEqual([[line]])
  })

  it('that are random bytes are refused with a sentence', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(() => convertCaptions(bytes)).toThrow(/^(Line \d+:|There are no|This looks like|Please select)/)
      }),
    )
  })
})
