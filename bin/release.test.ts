// The parts of a release besides its code: a number, a section of CHANGELOG.md, and a tag.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version, previousRelease } = JSON.parse(read('package.json')) as {
  version: string
  previousRelease: { tag: string; commit: string }
}
/** The headings of its sections, newest first. */
const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
const releases = headings.flatMap((heading) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/.exec(heading)?.[1] ?? [])
const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

it('CHANGELOG.md has a section for each release, newest first, and one for unreleased changes', () => {
  expect(headings).toEqual(['[Unreleased]', ...releases.map((release) => expect.stringContaining(release) as string)])
  expect(releases).toEqual(releases.toSorted(byNumber).toReversed())
  expect(byNumber(version, releases[0] ?? '')).toBeGreaterThanOrEqual(0)
})

it('the previous release has a section in CHANGELOG.md, and its tag, if this clone has it, points to its commit', () => {
  expect(releases.map((release) => `v${release}`)).toContain(previousRelease.tag)
  const { stdout } = spawnSync(
    'git',
    ['rev-parse', '--quiet', '--verify', `refs/tags/${previousRelease.tag}^{commit}`],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(stdout.trim() || previousRelease.commit).toBe(previousRelease.commit)
})
