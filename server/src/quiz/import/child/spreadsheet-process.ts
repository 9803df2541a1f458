// The program that parses uploaded files. It runs in a separate process because a file may be malicious: the parent limits its
// memory and time, and validates every line of its output. `read FILE NAME` prints one line of JSON about the sheets, one per
// row, and one at the end. `mark FILE NAME` prints a workbook. Standard input says how to read the columns and,
// for `mark`, has the problem of each bad row.
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import type { ColumnChoice } from './find-header.ts'
import { readFile } from './read-file.ts'
import { readLines, toRefusal } from './read-lines.ts'

const LINES_PER_WRITE = 50

async function print(text: string | Buffer): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

const toLine = (value: unknown) => `${JSON.stringify(value)}\n`

async function run([task, path = '', name = '']: string[]): Promise<void> {
  const input = await json(process.stdin)
  // Written by the server: a choice for `read`, reasons for `mark`.
  const { choice, reasons } = input as { choice?: ColumnChoice; reasons?: unknown }
  if (task === 'read') {
    const lines = await readLines({ path, name }, choice)
    for (let at = 0; at < lines.length; at += LINES_PER_WRITE)
      await print(
        lines
          .slice(at, at + LINES_PER_WRITE)
          .map(toLine)
          .join(''),
      )
    return
  }
  const file = await readFile({ path, name }, choice)
  // Loaded only here: it loads the validation library, which `read`, the more frequent command, does not need.
  const { annotatedWorkbook } = await import('./write-workbook.ts')
  await print(annotatedWorkbook(file, reasons))
}

await run(process.argv.slice(2)).catch((error: unknown) => print(toLine(toRefusal(error))))
