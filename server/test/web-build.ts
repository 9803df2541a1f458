// A web build with two public pages: their HTML has the titles of the videos, and how many pages were rendered before.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const renderer = `
let count = 0
export const NOT_FOUND = 'not found'
export function findPage(name, query) {
  if (name !== '/' && name !== '/video-list') return undefined
  const [search, fixedSearch] = [new URLSearchParams(), new URLSearchParams()]
  if (name === '/video-list')
    for (const parameter of ['search', 'value']) if (query.has(parameter)) search.set(parameter, query.get(parameter))
  if (search.has('value')) fixedSearch.set('value', search.get('value'))
  return { search, fixedSearch, reads: ['/api/videos', '/api/settings'] }
}
export const renderPage = ({ replies: [videos] }) =>
  '<p>page ' + ++count + '</p>' + (videos ?? []).map(({ title }) => '<p>' + title + '</p>').join('')
export const renderAppLinkTags = () => ''
export const sitemapReads = []
export const renderSitemap = () => ''
`

/** Writes the build to a new folder, which the caller deletes. */
export function writeWebBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'))
  const files = {
    'csp.json': JSON.stringify({ scriptHashes: ["'sha256-abc'"] }),
    'client/__spa-fallback.html': '<html lang="en"></html>',
    'client/assets/entry.js': '',
    'client/robots.txt': 'User-agent: *\n',
    'public-pages/render.js': renderer,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
