// Writes RESULTS.md: a section for each bench, replaced on each run, with a description of the machine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Figure, Outcome, Table } from './bench.ts'
import { run } from './processes.ts'

const file = join(import.meta.dirname, 'RESULTS.md')
const HEAD = `# Results

Written by the commands that README.md beside this file describes. Each section was measured in one run, its references too.
Figures of a shared machine are noisy: the ratios say more than the rates.
`

/** The machine's load before the bench; 1 is one fully used core. */
export const busyness = () => loadavg()[0] ?? 0

function machine(beside: string, busy: number): string {
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  const idle = busy < 0.5 ? 'idle before the run' : `not idle: load ${busy.toFixed(1)} before the run`
  const model = cpus()[0]?.model ?? 'unknown processor'
  return [
    `${cpus().length} cores (${model}), ${gib} GiB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`,
    `${beside} on the same machine; ${idle}`,
  ].join('; ')
}

function row({ what, measured, wanted, met }: Figure): string {
  const verdict = met === undefined ? '' : met ? 'yes' : '**no**'
  return `| ${what} | ${measured} | ${wanted} | ${verdict} |`
}

const figuresTable = (figures: Figure[]): string[] =>
  figures.length === 0
    ? []
    : ['| Figure | Measured | Wanted | Met |', '| --- | --- | --- | --- |', ...figures.map(row), '']

function describeTable({ title, head, rows }: Table): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), '']
}

type Section = {
  title: string
  command: string
  /** What else ran on the same machine. */
  beside: string
  busy: number
  outcome: Outcome
}

const byNumber = (a: string, b: string) => Number.parseInt(a.slice(3), 10) - Number.parseInt(b.slice(3), 10)

/** Replaces a benchmark's section in the results file. */
export async function writeSection({ title, command, beside, busy, outcome }: Section): Promise<void> {
  const lines = [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, \`${command}\`. ${machine(beside, busy)}.`,
    '',
    ...figuresTable(outcome.figures),
    ...(outcome.tables ?? []).flatMap(describeTable),
    ...outcome.notes.map((note) => `- ${note}`),
    '',
  ]
  const text = existsSync(file) ? readFileSync(file, 'utf8') : HEAD
  const [head = HEAD, ...sections] = text.split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${title}\n`))
  const all = [...others.map((section) => section.trim()), lines.join('\n').trim()].toSorted(byNumber)
  writeFileSync(file, `${[head.trim(), ...all].join('\n\n')}\n`)
  // Formats the tables like the rest of the repository.
  await run(join(import.meta.dirname, '../node_modules/.bin/oxfmt'), [file])
}
