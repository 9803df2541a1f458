// The program that parses uploaded files. It runs in a separate process because a file may be malicious: the parent
// limits its memory and time, and validates every line of its output. `read FILE NAME` prints one line of JSON about
// the sheets, one for each row, and one at the end. `mark FILE NAME` prints a workbook.
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { readFile } from './read-file.ts'
import { readLines, toRefusal } from './read-lines.ts'

const LINES_PER_WRITE = 50

async function print(text: string | Buffer): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

const toLine = (value: unknown) => `${JSON.stringify(value)}\n`

async function run([task, path = '', name = '']: string[]): Promise<void> {
  if (task === 'read') {
    const lines = await readLines({ path, name })
    for (let at = 0; at < lines.length; at += LINES_PER_WRITE)
      await print(
        lines
          .slice(at, at + LINES_PER_WRITE)
          .map(toLine)
          .join(''),
      )
    return
  }
  const file = await readFile({ path, name })
  // Not loaded to read a file, which happens more often: it loads the validation library.
  const { annotatedWorkbook } = await import('./write-workbook.ts')
  await print(annotatedWorkbook(file, await json(process.stdin)))
}

await run(process.argv.slice(2)).catch((error: unknown) => print(toLine(toRefusal(error))))
