// Reads WebVTT (W3C), SubRip (.srt) and YouTube's .sbv: blocks of a line with two times and lines of text. A blank line
// inside a caption belongs to it, although WebVTT would end the caption there and hide the rest. A caption also ends where
// the next one starts without a blank line. Pure.
import { captionsProblems } from '@baobab/contract/videos/text.ts'
import { CaptionsRefused, checkTimes, escapeText, joinLines, type Cue } from './cue.ts'

type TimedKind = 'vtt' | 'srt' | 'sbv'

const arrow = '-->'
const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{3}))?`
export const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+(.*))?$`)
/** The times of .sbv, which have hours and no arrow; SubViewer has hundredths of a second. */
export const sbvTiming = /^\s*(\d{1,3}):(\d{1,2}):(\d{1,2})\.(\d{2,3}),(\d{1,3}):(\d{1,2}):(\d{1,2})\.(\d{2,3})\s*$/
/** Times that may be written wrongly, such as with another arrow, or with none. */
const likeTimes =
  /^\s*[-\u2212]?\d+(?::|[.,]\d+[:.,])[\d:.,]*\s*(?:(?:[-=]+|[\u2013\u2014])>|\u2192)|^\s*[-\u2212]?\d+:\d+[:.,;]\d[\d:.,;]*[^\p{L}\d]+\d+:\d+[:.,;]\d[\d:.,;]*\s*$/u
/** No times are longer. Searching a line of half a megabyte would take minutes. */
const TIMING_CHARACTERS = 300
/** The start of times, where a file was cut off. */
const halfTimes = /^\s*\d+:\d+(?::[\d:.,]*|[.,]\d[\d:.,]*)\s*$/
export const areLikeTimes = (line: string) => line.length <= TIMING_CHARACTERS && likeTimes.test(line)
const examples = {
  vtt: '00:01:02.500 --> 00:01:04.000',
  srt: '00:01:02,500 --> 00:01:04,000',
  sbv: '0:01:02.500,0:01:04.000',
}
const timingOf = (kind: TimedKind) => (kind === 'sbv' ? sbvTiming : timing)

/** Converts hours, minutes, seconds and milliseconds to milliseconds; undefined for 60 minutes or seconds. */
function toMilliseconds([hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number | undefined {
  const [minute, second] = [Number(minutes), Number(seconds)]
  if (minute >= 60 || second >= 60) return undefined
  return Number(hours ?? 0) * 3_600_000 + minute * 60_000 + second * 1_000 + Number((milliseconds ?? '').padEnd(3, '0'))
}

function readTiming(line: string, number: number, kind: TimedKind) {
  const match = timingOf(kind).exec(line)
  const [start, end] = match ? [toMilliseconds(match.slice(1, 5)), toMilliseconds(match.slice(5, 9))] : []
  if (start === undefined || end === undefined)
    throw new CaptionsRefused(
      /(?:^|[>,])\s*[-\u2212]\s*\d/.test(line)
        ? captionsProblems.negativeTime(number)
        : captionsProblems.badTimes(number, examples[kind]),
    )
  const settings = (match?.[9] ?? '').split(/\s+/).filter(Boolean)
  // Text after the times would be lost.
  if (settings.some((one) => !/^(?:[a-z]\w*:\S*|[\d.,%-]\S*)$/i.test(one)))
    throw new CaptionsRefused(captionsProblems.badTimes(number, examples[kind]))
  return { ...checkTimes(start, end, number), settings: settings.filter((one) => /^[a-z]+:\S+$/.test(one)).join(' ') }
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''
const isNumber = (line: string | undefined) => /^\s*\d+\s*$/.test(line ?? '')

/** Whether a line with an arrow is meant to be the times of a caption, and not a text with an arrow. */
function isTimingLine(lines: readonly string[], at: number, kind: TimedKind): boolean {
  const line = lines[at] ?? ''
  if (timingOf(kind).test(line) || areLikeTimes(line)) return true
  const before = lines[at - 1]
  const isBelowNumber = isNumber(before) && isBlank(lines[at - 2])
  if (isBelowNumber && halfTimes.test(line)) return true
  if (!line.includes(arrow) || kind === 'sbv' || note.test(line)) return false
  return isBelowNumber || (kind === 'vtt' && isBlank(before))
}

/**
 * Returns a function that finds the first line of a block: the name of the caption, or else its times. If the first
 * caption is numbered, a number above any times is the caption's number and not text of the caption before.
 */
function createNameFinder(lines: readonly string[], starts: readonly number[], kind: TimedKind) {
  const areNumbered = isNumber(lines[(starts[0] ?? 0) - 1])
  const times = new Set(starts)
  return (at: number): number => {
    const name = lines[at - 1]
    if (kind === 'sbv' || isBlank(name) || times.has(at - 1)) return at
    const isAlone = isBlank(lines[at - 2])
    // The first times may follow the header without a blank line.
    if (kind === 'vtt' && isAlone) return isHeader(name) ? at : at - 1
    return isNumber(name) && (isAlone || areNumbered) ? at - 1 : at
  }
}

/** The lines that begin comments and styles, and the first line of a file that was appended to another. */
const note = /^(?:NOTE|STYLE|REGION|WEBVTT)(?:\s|$)/
const isHeader = (line: string | undefined) => /^\s*webvtt(?:\s|$)/i.test(line ?? '')

/** Removes the comments and styles that WebVTT may have between captions. */
function withoutNotes(lines: readonly string[]): string[] {
  let isNote = false
  return lines.filter((line, at) => {
    isNote = isNote ? !isBlank(line) : at > 0 && isBlank(lines[at - 1]) && note.test(line)
    return !isNote
  })
}

const vttMarkup =
  /<(?:\/?(?:c|i|b|u|v|lang|ruby|rt)(?=[\s.>])[^<>]*|(?:\d{2,}:)?\d{2}:\d{2}\.\d{3})>|&(?:[a-z][a-z\d]*|#\d{1,7}|#x[\da-f]{1,6});/giu
/** The styles of SubRip and Sub Station, which converters may leave behind in WebVTT. */
const styles =
  /<\/?(?:font|s|em|strong|span)(?=[\s>/])(?:"[^"]*"|[^<>"]){0,200}>|\{\\[^{}]*\}|\{\/?[biu]\}|\{y:[biu]+\}/giu
const srtMarkup = new RegExp(String.raw`</?(?:b|i|u|c|v|ruby|rt)(?=[\s.>/])[^<>]*>|${styles.source}`, 'giu')

/** Decodes a character's number. Numbers of characters that are not text, such as line ends, stay as they are. */
function decodeReference(mark: string, code: number): string {
  const isText = code >= 0x20 && code <= 0x10ffff && !/\p{C}/u.test(String.fromCodePoint(code))
  return isText ? escapeText(String.fromCodePoint(code)) : mark
}

/** Returns markup as browsers read it. Transcripts on pages decode only the entities that stay. */
function readMarkup(mark: string): string {
  if (!mark.startsWith('&') || /^&(?:amp|lt|gt|nbsp|lrm|rlm);$/.test(mark)) return mark
  const [, base, digits] = /^&#(x?)(\w+);$/i.exec(mark) ?? []
  if (digits !== undefined) return decodeReference(mark, parseInt(digits, base ? 16 : 10))
  return mark === '&quot;' ? '"' : mark === '&apos;' ? "'" : mark
}

/** Escapes what is not markup. The markup of WebVTT stays, that of SubRip is dropped, and .sbv has none. */
function toCueText(line: string, kind: TimedKind): string {
  if (kind === 'sbv') return escapeText(line)
  if (kind === 'srt') return escapeText(line.replaceAll(srtMarkup, ''))
  const plain = line.replaceAll(styles, '')
  const marks = plain.match(vttMarkup) ?? []
  // WebVTT allows a stray bracket, but not an arrow.
  const texts = plain.split(vttMarkup).map((text) => escapeText(text).replaceAll(/(?<!--)&gt;/g, '>'))
  return texts.map((text, at) => text + readMarkup(marks[at] ?? '')).join('')
}

const lineBreaks = { vtt: /<br\s?\/?>/gi, srt: /<br\s?\/?>/gi, sbv: /\[br\]/gi }

/** Reads the captions, and the lines before the first one. */
export function readTimedBlocks(lines: readonly string[], kind: TimedKind): { header: string[]; cues: Cue[] } {
  const starts = [...lines.keys()].filter((at) => isTimingLine(lines, at, kind))
  const findName = createNameFinder(lines, starts, kind)
  const cues = starts.map((at, index) => {
    const next = starts[index + 1]
    const shown = lines.slice(at + 1, next === undefined ? lines.length : findName(next))
    const texts = (kind === 'vtt' ? withoutNotes(shown) : shown).flatMap((line) => line.split(lineBreaks[kind]))
    const text = joinLines(texts.map((line) => toCueText(line, kind)))
    const { settings, ...times } = readTiming(lines[at] ?? '', at + 1, kind)
    if (kind !== 'vtt') return { ...times, name: '', settings: '', text }
    const name = findName(at) < at ? (lines[at - 1] ?? '').trim().replace(note, '') : ''
    return { ...times, name, settings, text }
  })
  return { header: lines.slice(0, findName(starts[0] ?? lines.length)), cues }
}
