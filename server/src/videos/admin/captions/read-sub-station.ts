// Reads Sub Station Alpha (.ass and .ssa): lines of events, whose columns the line 'Format:' names. Pure.
import { captionsProblems } from '@baobab/contract/videos/text.ts'
import { CaptionsRefused, checkTimes, escapeText, joinLines, type Cue } from './cue.ts'

const time = /^\s*(\d{1,2}):([0-5]?\d):([0-5]?\d)[.,](\d{2})\s*$/
const EXAMPLE = '0:01:02.50,0:01:04.00'
/** The columns that files without a line 'Format:' have. */
const columns = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']

function readTime(text: string | undefined, line: number): number {
  const match = time.exec(text ?? '')
  if (!match) throw new CaptionsRefused(captionsProblems.badTimes(line, EXAMPLE))
  const [hours = 0, minutes = 0, seconds = 0, hundredths = 0] = match.slice(1).map(Number)
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 + hundredths * 10
}

/** Drops codes in braces, and the drawings that they begin (`\p1`). Spaces and line ends have codes of their own. */
function toLines(text: string): string[] {
  let isDrawing = false
  const shown = text.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith('{')) return isDrawing ? '' : part
    const drawing = [...part.matchAll(/\\p(\d+)/g)].at(-1)
    if (drawing) isDrawing = Number(drawing[1]) > 0
    return ''
  })
  return shown
    .join('')
    .replaceAll(String.raw`\n`, ' ')
    .replaceAll(String.raw`\h`, '\u00a0')
    .split(String.raw`\N`)
}

/** Reads the captions of the section [Events]. */
export function readSubStation(lines: readonly string[]): Cue[] {
  let [section, format] = ['', columns]
  return lines.flatMap((line, at): Cue[] => {
    section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1]?.toLowerCase() ?? section
    const [, kind = '', rest = ''] = /^\s*(\w+):\s*(.*)$/.exec(line) ?? []
    if (section !== 'events') return []
    if (kind === 'Format') format = rest.split(',').map((column) => column.trim().toLowerCase())
    if (kind !== 'Dialogue') return []
    const cells = rest.split(',')
    const cellOf = (column: string) => cells[format.indexOf(column)]
    const times = checkTimes(readTime(cellOf('start'), at + 1), readTime(cellOf('end'), at + 1), at + 1)
    // The text is the last column and may contain commas.
    const text = joinLines(toLines(cells.slice(format.length - 1).join(',')).map(escapeText))
    return [{ ...times, name: '', settings: '', text }]
  })
}
