// Converts captions to WebVTT, which browsers show. The content decides what kind of file it is, not the name. Pure.
import { captionsProblems, videosText } from '@baobab/contract/videos/text.ts'
import { findKindOfBytes, findKindOfSmallZip, findKindOfText } from '../../../platform/files/file-kind.ts'
import { CaptionsRefused, type Cue } from './cue.ts'
import { readSubStation } from './read-sub-station.ts'
import { areLikeTimes, readTimedBlocks, sbvTiming, timing } from './read-timed-blocks.ts'

const control = /[^\P{Cc}\t]/u
/** UTF-8 that a program has read as Windows-1252 and saved again, such as 'Ã©' for 'é' and 'â‚¦' for '₦'. */
const twiceEncoded = /[ÂÃ][\u0080-\u00bf\u2013-\u2122]|â[€‚]|á[¹º»][\u0080-\u2122]|Ì[€\u0081]/
/** The first times of .sbv, even if they are wrong. */
const likeSbvTimes = /^[-\u2212]?\d+:\d+:\d+\.\d+\s*,\s*[-\u2212]?\d/
/** How captions in other formats begin: MicroDVD, MPL2, lyrics, SubViewer, SCC, TTML and SAMI. */
const otherCaptions =
  /^(?:\{\d+\}\{\d+\}|\[\d+\]\[\d+\]|\[\d+:\d+|\[information\]|scenarist_scc|<sami\b|<\?xml[^>]*>\s*<(?:\w+:)?tt\b|<(?:\w+:)?tt\b)/i

/** UTF-16 without a byte order mark has a zero beside its first character, which is a digit, an ASCII letter or a bracket. */
function findEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}

/** Decodes UTF-8 and UTF-16. Other encodings would be guesses. */
function decode(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF+/, '')
  } catch {
    const before = new TextDecoder(encoding).decode(bytes).split('\uFFFD')[0] ?? ''
    throw new CaptionsRefused(captionsProblems.notUtf8(splitLines(before).length))
  }
}

const splitLines = (text: string) => text.split(/\r\n|\r|\n/)

function refuseWrongCharacters(lines: readonly string[]): void {
  for (const [at, line] of lines.entries()) {
    if (control.test(line)) throw new CaptionsRefused(captionsProblems.strangeCharacter(at + 1))
    if (line.includes('\uFFFD')) throw new CaptionsRefused(captionsProblems.lostCharacter(at + 1))
    const [wrong] = twiceEncoded.exec(line) ?? []
    if (wrong !== undefined) throw new CaptionsRefused(captionsProblems.wrongCharacters(at + 1, wrong))
  }
}

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
  const plain = { header: ['WEBVTT'] }
  const first = (lines.find((line) => line.trim() !== '') ?? '').trim()
  if (/^webvtt(?:\s|$)/i.test(first)) return readTimedBlocks(lines, 'vtt')
  if (/^dialogue:/i.test(first) || lines.some((line) => /^\s*\[(?:events|script info)\]\s*$/i.test(line)))
    return { ...plain, cues: readSubStation(lines) }
  if (likeSbvTimes.test(first)) return { ...plain, cues: readTimedBlocks(lines, 'sbv').cues }
  if (/^\d+$/.test(first) || areLikeTimes(first) || timing.test(first))
    return { ...plain, cues: readTimedBlocks(lines, 'srt').cues }
  const text = lines.join('\n')
  const kind = otherCaptions.test(text.trimStart()) ? 'otherCaptions' : findKindOfText(text)
  if (kind === 'empty') throw new CaptionsRefused(videosText.captionsFileMissing)
  if (!kind && lines.some((line) => timing.test(line) || sbvTiming.test(line)))
    throw new CaptionsRefused(captionsProblems.badStart(lines.findIndex((line) => line.trim() !== '') + 1))
  throw new CaptionsRefused(captionsProblems.looksLike(kind ?? 'text'))
}

const isShown = ({ text }: Cue) => text.replaceAll(/<[^>]*>|&(?:nbsp|lrm|rlm);|\s/g, '') !== ''

/**
 * Converts WebVTT, SubRip, .sbv, .ass or .ssa to WebVTT, with the captions in the order of their times. Leaves out
 * repeated captions, such as the layers of an outline, and captions without text. @throws CaptionsRefused
 */
export function convertCaptions(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = findKindOfBytes(file) ?? findKindOfSmallZip(file)
  if (kind) throw new CaptionsRefused(captionsProblems.looksLike(kind))
  const lines = splitLines(decode(bytes))
  const { header, cues } = readCues(lines)
  refuseWrongCharacters(lines)
  const shown = cues.filter(isShown).toSorted((a, b) => a.start - b.start)
  if (shown.length === 0) throw new CaptionsRefused(captionsProblems.noCaptions)
  const top = header
    .join('\n')
    .trim()
    .replace(/^webvtt/i, 'WEBVTT')
    .replaceAll('-->', '->')
  return `${[top, ...new Set(shown.map(formatCue))].join('\n\n')}\n`
}
