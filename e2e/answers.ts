// The correct answers of the starter content, read from its CSV file, and the question on screen.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

export const TITLE = 'The Last Seat on the Danfo'

/** How many questions of a starter pool a quiz asks. */
export const ASKED = 5

/** Parses one line of CSV. The starter content has no line breaks inside its cells. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )
}

const rows = () =>
  readFileSync(new URL('../content/trivia.csv', import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(cellsOf)

export const countQuestions = () => rows().length

/** Maps each question of a pool to its correct answer, for a video and an age category. */
export function answersOf(videoTitle: string, ageCategory: string): Map<string, string> {
  return new Map(
    rows()
      .filter((row) => row[0] === videoTitle && row[7] === ageCategory)
      .map((row): [string, string] => [row[1] ?? '', row[6] ?? '']),
  )
}

/** Returns the question on screen. Waits for its four options, because before the start there is a different heading. */
export async function readQuestion(page: Page): Promise<string> {
  await expect(page.getByRole('radio')).toHaveCount(4)
  return (await page.getByRole('heading', { level: 1 }).innerText()).trim()
}
