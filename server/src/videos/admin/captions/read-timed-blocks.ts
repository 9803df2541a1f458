// Reads WebVTT (W3C) and SubRip (.srt): blocks of a line with two times and lines of text. A blank line inside a caption
// belongs to it, although WebVTT would end the caption there and hide the rest. Pure.
import { captionsProblems } from '@baobab/contract/videos/text.ts'
import { CaptionsRefused, checkTimes, escapeText, joinLines, type Cue } from './cue.ts'

type TimedKind = 'vtt' | 'srt'

const arrow = '-->'
const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{3}))?`
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+(.*))?$`)
/** Times that may be written wrongly, such as with another arrow, or with none. */
const likeTimes =
  /^\s*\d+[:.,][\d:.,]*\s*(?:(?:[-=]+|[\u2013\u2014])>|\u2192)|^\s*\d+:\d+[:.,;][\d:.,;]*[^\p{L}\d]+\d+:\d+[:.,;][\d:.,;]*\s*$/u
const EXAMPLE = '00:01:02.500 --> 00:01:04.000'

/** Converts hours, minutes, seconds and milliseconds to milliseconds; undefined for 60 minutes or seconds. */
function toMilliseconds([hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number | undefined {
  const [minute, second] = [Number(minutes), Number(seconds)]
  if (minute >= 60 || second >= 60) return undefined
  return Number(hours ?? 0) * 3_600_000 + minute * 60_000 + second * 1_000 + Number(milliseconds ?? 0)
}

function readTiming(line: string, number: number) {
  const match = timing.exec(line)
  const [start, end] = match ? [toMilliseconds(match.slice(1, 5)), toMilliseconds(match.slice(5, 9))] : []
  if (start === undefined || end === undefined) throw new CaptionsRefused(captionsProblems.badTimes(number, EXAMPLE))
  const settings = (match?.[9] ?? '').trim()
  const areSettings = settings.split(/\s+/).every((one) => /^[a-z]+:\S+$/.test(one))
  return { ...checkTimes(start, end, number), settings: areSettings ? settings : '' }
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

/** Whether a line with an arrow is meant to be the times of a caption, and not a text with an arrow. */
function isTimingLine(lines: readonly string[], at: number, kind: TimedKind): boolean {
  const line = lines[at] ?? ''
  if (timing.test(line) || likeTimes.test(line)) return true
  if (!line.includes(arrow)) return false
  const isNumbered = /^\s*\d+\s*$/.test(lines[at - 1] ?? '') && isBlank(lines[at - 2])
  return isNumbered || (kind === 'vtt' && isBlank(lines[at - 1]))
}

/** Returns the index of the first line of a block: the name of the caption, or else its times. */
function findName(lines: readonly string[], at: number, kind: TimedKind): number {
  const [name, before] = [lines[at - 1], lines[at - 2]]
  // The line after the first of WebVTT may be the first times already.
  if (isBlank(name) || (kind === 'vtt' && at === 1)) return at
  const isNumber = /^\s*\d+\s*$/.test(name ?? '')
  return isBlank(before) && (isNumber || kind === 'vtt') ? at - 1 : at
}

const note = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

/** Removes the comments and styles that WebVTT may have between captions. */
function withoutNotes(lines: readonly string[]): string[] {
  let isNote = false
  return lines.filter((line, at) => {
    isNote = isNote ? !isBlank(line) : isBlank(lines[at - 1]) && note.test(line)
    return !isNote
  })
}

const vttMarkup =
  /<(?:\/?(?:c|i|b|u|v|lang|ruby|rt)(?=[\s.>])[^<>]*|(?:\d{2,}:)?\d{2}:\d{2}\.\d{3})>|&(?:amp|lt|gt|nbsp|lrm|rlm|#\d+|#x[\da-f]+);/giu
const srtMarkup = /<\/?(?:b|i|u|s|font|c|v|em|strong|span|ruby|rt)(?=[\s.>/])[^<>]*>|\{\\[^{}]*\}/giu

/** Escapes what is not markup. The markup of WebVTT stays, that of SubRip is dropped. */
function toCueText(line: string, kind: TimedKind): string {
  const markup = kind === 'vtt' ? vttMarkup : srtMarkup
  const texts = line.split(markup)
  const marks = kind === 'vtt' ? (line.match(markup) ?? []) : []
  // A bracket that ends nothing is allowed in WebVTT, and an arrow is not.
  const escape = (text: string) =>
    kind === 'vtt' ? escapeText(text).replaceAll(/(?<!--)&gt;/g, '>') : escapeText(text)
  return texts.map((text, at) => escape(text) + (marks[at] ?? '')).join('')
}

/** Reads the captions, and the lines before the first one. */
export function readTimedBlocks(lines: readonly string[], kind: TimedKind): { header: string[]; cues: Cue[] } {
  const starts = [...lines.keys()].filter((at) => (at > 0 || kind === 'srt') && isTimingLine(lines, at, kind))
  const cues = starts.map((at, index) => {
    const next = starts[index + 1]
    const end = next === undefined ? lines.length : findName(lines, next, kind)
    const shown = lines.slice(at + 1, end)
    const texts =
      kind === 'vtt'
        ? withoutNotes(shown)
        : shown
            .join('\n')
            .replaceAll(/<br\s*\/?>/gi, '\n')
            .split('\n')
    const name = findName(lines, at, kind) < at ? (lines[at - 1] ?? '').trim().replace(note, '') : ''
    const { settings, ...times } = readTiming(lines[at] ?? '', at + 1)
    const text = joinLines(texts.map((line) => toCueText(line, kind)))
    return kind === 'vtt' ? { ...times, name, settings, text } : { ...times, name: '', settings: '', text }
  })
  const [first = lines.length] = starts
  return { header: lines.slice(0, findName(lines, first, kind)), cues }
}
