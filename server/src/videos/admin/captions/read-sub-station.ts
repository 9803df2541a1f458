// Reads Sub Station Alpha (.ass and .ssa): lines of events, whose columns are named in the line 'Format:'. Pure.
import { captionsProblems } from '@baobab/contract/videos/text.ts'
import { CaptionsRefused, checkTimes, escapeText, joinLines, type Cue } from './cue.ts'

const time = /^\s*(\d{1,2}):([0-5]?\d):([0-5]?\d)[.,](\d{2,3})\s*$/
const EXAMPLE = '0:01:02.50,0:01:04.00'
/** The columns of files without a line 'Format:'. */
const columns = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']

function readTime(text: string | undefined, line: number): number {
  const match = time.exec(text ?? '')
  if (/^\s*[-\u2212]/.test(text ?? '')) throw new CaptionsRefused(captionsProblems.negativeTime(line))
  if (!match) throw new CaptionsRefused(captionsProblems.badTimes(line, EXAMPLE))
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map(Number)
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1_000 + Number(match[4]?.padEnd(3, '0'))
}

function readColumns(text: string, line: number): string[] {
  const names = text.split(',').map((column) => column.trim().toLowerCase())
  if (!names.includes('start') || !names.includes('end') || names.at(-1) !== 'text')
    throw new CaptionsRefused(captionsProblems.badColumns(line))
  return names
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

/** Reads the captions of the section [Events], or of a file without sections. */
export function readSubStation(lines: readonly string[]): Cue[] {
  let [section, format] = ['events', columns]
  return lines.flatMap((line, at): Cue[] => {
    section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1]?.toLowerCase() ?? section
    const [, kind = '', rest = ''] = /^\s*(\w+):\s*(.*)$/.exec(line) ?? []
    if (section !== 'events') return []
    if (/^format$/i.test(kind)) format = readColumns(rest, at + 1)
    if (!/^dialogue$/i.test(kind)) return []
    const cells = rest.split(',')
    const cellOf = (column: string) => cells[format.indexOf(column)]
    // The text is the last column and may contain commas.
    const text = joinLines(toLines(cells.slice(format.length - 1).join(',')).map(escapeText))
    // A drawing may have invalid times.
    if (text === '') return []
    const times = checkTimes(readTime(cellOf('start'), at + 1), readTime(cellOf('end'), at + 1), at + 1)
    return [{ ...times, name: '', settings: '', text }]
  })
}
