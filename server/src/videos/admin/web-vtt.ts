// Recognises WebVTT captions (W3C WebVTT, sections 4.1 and 6) by their content, whatever the file is called. Pure.

const arrow = '-->'
const timing =
  /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})[ \t]+-->[ \t]+(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})(?:[ \t]|$)/
const MAX_SECONDS = 24 * 3_600
const control = /[^\P{Cc}\t\n\r]/u

const toSeconds = ([hours = '0', minutes, seconds, milliseconds]: readonly (string | undefined)[]) =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1_000

/** Whether a cue's timing line is valid: it ends after it starts, within a day. */
function isValidTiming(line: string): boolean {
  const match = timing.exec(line)
  if (!match) return false
  const [start, end] = [toSeconds(match.slice(1, 5)), toSeconds(match.slice(5, 9))]
  return start < end && end <= MAX_SECONDS
}

/** Decodes UTF-8, without its byte order mark; undefined for bytes that are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether the bytes are a captions file: WebVTT in UTF-8 with at least one cue, all of them with valid timings. */
export function isWebVtt(bytes: Uint8Array): boolean {
  const text = decodeUtf8(bytes)
  if (text === undefined || control.test(text)) return false
  const [header = '', ...lines] = text.split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(header) || header.includes(arrow)) return false
  const timings = lines.filter((line) => line.includes(arrow))
  return timings.length > 0 && timings.every(isValidTiming)
}
