import { expect, test } from 'vitest'
import { isPageOfBuild } from './is-page-of-build.ts'

const files = ['/student/videos?shell', '/assets/root-aaaaaaaa.css', '/assets/entry-bbbbbbbb.js']
const page = (script: string) =>
  `<link rel="stylesheet" href="/assets/root-aaaaaaaa.css"><script>import "/assets/${script}"</script>`

test('a page belongs to the build if all its files do', () => {
  expect(isPageOfBuild(page('entry-bbbbbbbb.js'), files)).toBe(true)
})

test('a page that names a file from another build does not belong to it', () => {
  expect(isPageOfBuild(page('entry-cccccccc.js'), files)).toBe(false)
})
