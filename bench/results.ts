// Writes RESULTS.md: a section for each bench, replaced at each run, with a description of the machine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Figure, Outcome } from './bench.ts'
import { run } from './processes.ts'

const file = join(import.meta.dirname, 'RESULTS.md')
const HEAD = `# Results

Written by \`npm run bench\`; README.md beside this file says what each bench does. Each section was measured in one run, its
references too. Figures of a shared machine are noisy: the ratios say more than the rates.
`

/** The load of the machine before the bench; 1 is one fully used core. */
export const busyness = () => loadavg()[0] ?? 0

function machine(postgres: string, busy: number): string {
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  const idle = busy < 0.5 ? 'idle before the run' : `not idle: load ${busy.toFixed(1)} before the run`
  const model = cpus()[0]?.model ?? 'unknown processor'
  return [
    `${cpus().length} cores (${model}), ${gib} GiB, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}`,
    `PostgreSQL ${postgres} on the same machine, driver too; ${idle}`,
  ].join('; ')
}

function row({ what, measured, wanted, met }: Figure): string {
  const verdict = met === undefined ? '' : met ? 'yes' : '**no**'
  return `| ${what} | ${measured} | ${wanted} | ${verdict} |`
}

type Section = { title: string; command: string; postgres: string; busy: number; outcome: Outcome }

/** Replaces the section of a bench. */
export async function writeSection({ title, command, postgres, busy, outcome }: Section): Promise<void> {
  const lines = [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, \`${command}\`. ${machine(postgres, busy)}.`,
    '',
    '| Figure | Measured | Wanted | Met |',
    '| --- | --- | --- | --- |',
    ...outcome.figures.map(row),
    '',
    ...outcome.notes.map((note) => `- ${note}`),
    '',
  ]
  const text = existsSync(file) ? readFileSync(file, 'utf8') : HEAD
  const [head = HEAD, ...sections] = text.split(/^(?=## )/m)
  const others = sections.filter((section) => !section.startsWith(`## ${title}\n`))
  const all = [...others.map((section) => section.trim()), lines.join('\n').trim()].toSorted()
  writeFileSync(file, `${[head.trim(), ...all].join('\n\n')}\n`)
  // Formats the tables as everywhere else in the repository.
  await run(join(import.meta.dirname, '../node_modules/.bin/prettier'), ['--write', file])
}
