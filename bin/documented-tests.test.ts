// Checks that each row of docs/security.md and docs/reliability.md names its tests, whose titles begin with the row's id.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How many rows each letter has, so that a row cannot be lost without notice. */
const lastNumbers = { R: 47, Q: 26, P: 24, U: 22, W: 28, C: 15, G: 10, S: 9, B: 25 }
/** Numbers that were given up before they had a test. */
const unused = ['B-06']

/** A call whose first argument is a title that begins with ids: `it('R-01 P-02 a title', …)`. */
const titles = /(?<!\bdescribe[\w.]*)\(\s*['"`]((?:[A-Z]-\d\d )+)/g

/** @returns the ids that test titles begin with */
const idsIn = (code: string): string[] => [...code.matchAll(titles)].flatMap(([, ids = '']) => ids.trim().split(' '))

/** @returns the cells of each row whose first cell is an id */
const rowsIn = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => /^\| [A-Z]-\d\d /.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const rows = ['docs/security.md', 'docs/reliability.md'].flatMap((file) => rowsIn(read(file)))
/** Each id with each file named next to it. Rows with three cells have a reason instead of a test. */
const documented = rows.flatMap(([id, , , tests = '']) =>
  [...tests.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => `${id} ${file}`),
)

it.each([
  [`it('R-01 one', () => {})`, ['R-01']],
  [`test.each(rows)(\n  'P-02 Q-03 both: %s', fn)`, ['P-02', 'Q-03']],
  ['it(`U-04 ${name}`, fn)', ['U-04']],
  [`it('after R-01', fn)`, []],
  [`describe('R-01 a group', fn)`, []],
])('finds the ids in %s', (code, ids) => {
  expect(idsIn(code)).toEqual(ids)
})

it('reads a row', () => {
  expect(rowsIn('| Id | A |\n| --- | --- |\n| R-01 | a \\| b | c | `d.test.ts` |')).toEqual([
    ['R-01', 'a \\| b', 'c', '`d.test.ts`'],
  ])
})

it('every row has a test, or a reason why it has none', () => {
  const expected = Object.entries(lastNumbers).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, index) => `${letter}-${String(index + 1).padStart(2, '0')}`),
  )
  const ids = new Set(rows.map(([id]) => id))
  expect(expected.filter((id) => !ids.has(id) && !unused.includes(id))).toEqual([])
  expect(rows.filter((cells) => cells.length !== 3 && !/`[^`]+\.test\.tsx?`/.test(cells[3] ?? ''))).toEqual([])
  expect(rows.filter((cells) => cells.some((cell) => cell === ''))).toEqual([])
})

it('the tests are where the rows say, and every test with an id is named in its row', () => {
  const files = globSync('{bin,contract,content,sandbox,server,web,e2e}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'bin/documented-tests.test.ts'],
  })
  expect(files.length).toBeGreaterThan(300)
  const found = new Set(files.flatMap((file) => idsIn(read(file)).map((id) => `${id} ${file}`)))
  expect([...new Set(documented)].toSorted()).toEqual([...found].toSorted())
})
