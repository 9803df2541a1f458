// The captions of a file, and the checks that all formats share. Pure.
import { captionsProblems } from '@baobab/contract/videos/text.ts'

/** One caption. Times are in milliseconds; the text is WebVTT cue text, with its lines. */
export type Cue = { start: number; end: number; name: string; settings: string; text: string }

/** Thrown if captions cannot be read, with the sentence that the admin reads. */
export class CaptionsRefused extends Error {}

/** A day: longer than any video. */
const MAX_MILLISECONDS = 24 * 3_600_000

/** Returns the times of a caption. @throws CaptionsRefused if it does not end after it starts */
export function checkTimes(start: number, end: number, line: number): { start: number; end: number } {
  if (start >= end) throw new CaptionsRefused(captionsProblems.endsBeforeItStarts(line))
  if (end > MAX_MILLISECONDS) throw new CaptionsRefused(captionsProblems.tooLate(line))
  return { start, end }
}

/** Escapes a text, so that it shows as written. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Joins the lines of a caption. A blank line would end it, so it is written as a no-break space. */
export function joinLines(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.trimEnd())
  const isText = (line: string) => line.trim() !== ''
  const shown = trimmed.slice(trimmed.findIndex(isText), trimmed.findLastIndex(isText) + 1)
  return shown.map((line) => (isText(line) ? line : '&nbsp;')).join('\n')
}
