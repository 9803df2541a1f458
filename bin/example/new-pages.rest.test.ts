import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminList, studentPage, type Change } from './new-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let copy: string

/** Copies the sources of the repository. External packages are linked; the repository's own packages are copies. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-pages-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)))
  for (const file of files) cpSync(join(root, file), join(folder, file))
  for (const modules of ['node_modules', 'server/node_modules', 'web/node_modules'])
    for (const name of existsSync(join(root, modules)) ? readdirSync(join(root, modules)) : [])
      if (name !== '@baobab' && name !== '.vite') link(join(root, modules, name), join(folder, modules, name))
  for (const name of readdirSync(join(root, 'node_modules/@baobab')))
    link(join(folder, name), join(folder, 'node_modules/@baobab', name))
  return folder
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

function make({ file, before, add }: Change): void {
  const path = join(copy, file)
  if (!before && existsSync(path)) return appendFileSync(path, add)
  if (!before) return writeFileSync(path, add)
  const text = readFileSync(path, 'utf8')
  const at = text.search(before)
  expect(at, `${file} has ${before}`).toBeGreaterThan(-1)
  writeFileSync(path, text.slice(0, at) + add + text.slice(at))
}

const run = (command: string, ...args: string[]) =>
  execFileSync(join(copy, 'node_modules/.bin', command), args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })

const countFiles = (changes: readonly Change[]) => new Set(changes.map(({ file }) => file)).size

beforeAll(() => {
  copy = copyRepository()
  for (const change of [...adminList, ...studentPage]) make(change)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('a new admin list with a filter needs nine files, and a new student page with a call eight', () => {
  expect(countFiles(adminList)).toBeLessThanOrEqual(9)
  expect(countFiles(studentPage)).toBeLessThanOrEqual(8)
})

it('they are complete: types and import rules hold, the new endpoints reply, and only their callers may call them', () => {
  execFileSync(join(copy, 'node_modules/.bin/react-router'), ['typegen'], { cwd: join(copy, 'web'), stdio: 'pipe' })
  for (const project of ['server', 'web']) run('tsc', '-p', project, '--checkers', '1')
  const tests = ['list-drafts', 'list-bookmarks', 'server/test/permissions', 'bin/import-rules', 'admin-pages']
  const titles = 'lists|drafts|bookmarks|expected callers are listed|has no import|a page is found|each page is for'
  const [, passed] =
    /Tests +(\d+) passed/.exec(stripVTControlCharacters(run('vitest', 'run', ...tests, '-t', titles))) ?? []
  expect(Number(passed)).toBeGreaterThanOrEqual(6)
})
