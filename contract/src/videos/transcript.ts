// The transcript of a video as paragraphs: what its admin wrote, or its captions; and how long it takes to read.

/** The length in seconds of a pause between captions that begins a new paragraph. */
const PARAGRAPH_PAUSE_SECONDS = 1
/** The maximum number of captions in one paragraph. */
const MAX_CAPTIONS = 4

/**
 * Turns WebVTT captions into paragraphs to read, without times, settings and voice tags.
 * @param title of the video; a first caption that only repeats it is left out
 * @returns no paragraphs if the file is not WebVTT
 */
export function captionsToParagraphs(captions: string, title = ''): string[] {
  const [header = '', ...blocks] = captions
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
  if (!header.startsWith('WEBVTT')) return []
  const paragraphs: string[][] = []
  let lastEnd = Number.NEGATIVE_INFINITY
  for (const block of blocks) {
    const cue = readCue(block)
    if (!cue || (paragraphs.length === 0 && isSameText(cue.text, title))) continue
    const last = paragraphs.at(-1)
    if (last && last.length < MAX_CAPTIONS && cue.start - lastEnd < PARAGRAPH_PAUSE_SECONDS) last.push(cue.text)
    else paragraphs.push([cue.text])
    lastEnd = cue.end
  }
  return paragraphs.map((lines) => lines.join(' '))
}

function isSameText(text: string, title: string): boolean {
  return text.normalize().toLowerCase() === title.normalize().toLowerCase()
}

function readCue(block: string): { start: number; end: number; text: string } | undefined {
  const lines = block.trim().split('\n')
  const timing = lines.findIndex((line) => line.includes('-->'))
  if (timing < 0) return undefined
  const [start = '', end = ''] = (lines[timing] ?? '').split('-->')
  const text = toPlainText(lines.slice(timing + 1).join(' '))
  return text === '' ? undefined : { start: parseSeconds(start), end: parseSeconds(end), text }
}

/** Converts a time to seconds: '00:01:02.500 line:80%' -> 62.5. The hours are optional. */
function parseSeconds(time: string): number {
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

/** Returns a caption without its tags and entities. */
export function toPlainText(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Splits a transcript that an admin wrote at its blank lines. */
export function splitParagraphs(transcript: string): string[] {
  return transcript
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** Nobody is assumed to read faster than this, so that opening a transcript for a moment does not count as reading it. */
const WORDS_PER_MINUTE = 200

/** Returns how many seconds it takes to read paragraphs, at least one. */
export function readingSeconds(paragraphs: readonly string[]): number {
  const words = paragraphs.join(' ').split(/\s+/).filter(Boolean).length
  return Math.max(1, Math.ceil((words / WORDS_PER_MINUTE) * 60))
}
