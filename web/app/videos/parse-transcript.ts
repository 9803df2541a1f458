/** A pause between captions that begins a new paragraph, in seconds. */
const NEW_PARAGRAPH_AFTER = 1
/** Captions of one paragraph at most, where nobody pauses. */
const LONGEST = 4

/**
 * Makes a text to read of WebVTT captions: without times, settings and voice tags, in paragraphs.
 * @param title of the film; a first caption that only says it is left out, for the page has said it
 * @returns the paragraphs; none where the file is not WebVTT
 */
export function parseTranscript(captions: string, title = ''): string[] {
  const [header = '', ...blocks] = captions
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
  if (!header.startsWith('WEBVTT')) return []
  const paragraphs: string[][] = []
  let endOfLast = Number.NEGATIVE_INFINITY
  for (const block of blocks) {
    const cue = readCue(block)
    if (!cue || (paragraphs.length === 0 && isSame(cue.text, title))) continue
    const last = paragraphs.at(-1)
    if (last && last.length < LONGEST && cue.start - endOfLast < NEW_PARAGRAPH_AFTER) last.push(cue.text)
    else paragraphs.push([cue.text])
    endOfLast = cue.end
  }
  return paragraphs.map((lines) => lines.join(' '))
}

function isSame(text: string, title: string): boolean {
  return text.normalize().toLowerCase() === title.normalize().toLowerCase()
}

function readCue(block: string): { start: number; end: number; text: string } | undefined {
  const lines = block.trim().split('\n')
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at < 0) return undefined
  const [start = '', end = ''] = (lines[at] ?? '').split('-->')
  const text = toPlainText(lines.slice(at + 1).join(' '))
  return text === '' ? undefined : { start: secondsOf(start), end: secondsOf(end), text }
}

/** '00:01:02.500 line:80%' -> 62.5; hours may be missing. */
function secondsOf(time: string): number {
  const [clock = ''] = time.trim().split(/\s/)
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

/** The words of a caption, without its tags. */
export function toPlainText(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The paragraphs of a text that an admin wrote: what stands between empty lines. */
export function splitParagraphs(transcript: string): string[] {
  return transcript
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
