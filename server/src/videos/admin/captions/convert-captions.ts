// Converts captions to WebVTT, which browsers show. The content says what kind of file it is, whatever it is called. Pure.
import { captionsProblems, videosText } from '@baobab/contract/videos/text.ts'
import { CaptionsRefused, type Cue } from './cue.ts'
import { readSubStation } from './read-sub-station.ts'
import { readTimedBlocks } from './read-timed-blocks.ts'

const control = /[^\P{Cc}\t]/u

/** Decodes UTF-8, and UTF-16 with a byte order mark. Other encodings would be guesses. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const before = new TextDecoder().decode(bytes).split('\ufffd')[0] ?? ''
    throw new CaptionsRefused(captionsProblems.notUtf8(splitLines(before).length))
  }
}

const splitLines = (text: string) => text.split(/\r\n|\r|\n/)

function formatTime(milliseconds: number): string {
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  const [hours, minutes, seconds] = [
    milliseconds / 3_600_000,
    (milliseconds / 60_000) % 60,
    (milliseconds / 1_000) % 60,
  ]
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${pad(milliseconds % 1_000, 3)}`
}

function formatCue({ start, end, name, settings, text }: Cue): string {
  const times = `${formatTime(start)} --> ${formatTime(end)}${settings && ` ${settings}`}`
  return [...(name === '' ? [] : [name]), times, text].join('\n')
}

function readCues(lines: readonly string[]): { header: string[]; cues: Cue[] } {
  if (/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return readTimedBlocks(lines, 'vtt')
  const plain = { header: ['WEBVTT'] }
  if (lines.some((line) => /^\s*\[events\]\s*$/i.test(line))) return { ...plain, cues: readSubStation(lines) }
  const first = lines.find((line) => line.trim() !== '') ?? ''
  if (/^\s*\d+\s*$/.test(first) || /^\s*\d[\d:.,]*\s*(?:-+>|\u2192)/.test(first))
    return { ...plain, cues: readTimedBlocks(lines, 'srt').cues }
  throw new CaptionsRefused(videosText.notCaptions)
}

/** Converts WebVTT, SubRip, .ass or .ssa to WebVTT, with the captions in the order of their times. @throws CaptionsRefused */
export function convertCaptions(bytes: Uint8Array): string {
  const lines = splitLines(decode(bytes))
  const { header, cues } = readCues(lines)
  const strange = lines.findIndex((line) => control.test(line))
  if (strange >= 0) throw new CaptionsRefused(captionsProblems.strangeCharacter(strange + 1))
  const shown = cues.filter(({ text }) => text !== '').toSorted((a, b) => a.start - b.start)
  if (shown.length === 0) throw new CaptionsRefused(captionsProblems.noCaptions)
  return `${[header.join('\n').trim().replaceAll('-->', '->'), ...shown.map(formatCue)].join('\n\n')}\n`
}
