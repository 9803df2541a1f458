// What counts as captions: WebVTT (W3C, 4.1 and 6), judged by its content and never by its name. Pure.

const arrow = '-->'
const timing =
  /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})[ \t]+-->[ \t]+(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})(?:[ \t]|$)/
/** No film of ours is longer. */
const MOST_SECONDS = 24 * 3_600
const control = /[^\P{Cc}\t\n\r]/u

const secondsOf = ([hours = '0', minutes, seconds, thousandths]: readonly (string | undefined)[]) =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1_000

/** Whether a line of times says a time that can be: it ends after it begins, within a day. */
function isTime(line: string): boolean {
  const found = timing.exec(line)
  if (!found) return false
  const [start, end] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
  return start < end && end <= MOST_SECONDS
}

/** The text of bytes that are UTF-8, without a byte order mark; undefined where they are not. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether bytes are captions: WebVTT in UTF-8 with at least one cue, and no cue whose times cannot be read. */
export function isWebVtt(bytes: Uint8Array): boolean {
  const text = textOf(bytes)
  if (text === undefined || control.test(text)) return false
  const [header = '', ...lines] = text.split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(header) || header.includes(arrow)) return false
  const cues = lines.filter((line) => line.includes(arrow))
  return cues.length > 0 && cues.every(isTime)
}
