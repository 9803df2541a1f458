// Reads question files as the import's child process does, but in this process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import { readLines } from '../src/quiz/import/child/read-lines.ts'
import { collectLines, toChoice, type QuestionFile } from '../src/quiz/import/read-spreadsheet.ts'

/**
 * Reads a file, or throws its refusal.
 * @param settings without them, nobody can be asked
 */
export async function readQuestionFile(
  { name, bytes }: { name: string; bytes: string | Buffer },
  settings?: ImportSettings,
  choice = toChoice(settings),
): Promise<QuestionFile> {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-questions-'))
  const path = join(folder, 'uploaded')
  try {
    writeFileSync(path, bytes)
    const { addLine, finish } = collectLines(settings)
    for (const line of await readLines({ path, name }, choice)) addLine(JSON.parse(JSON.stringify(line)))
    return finish({ isComplete: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
