// The public pages of a build that numbers the pages which it renders.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadPublicPages, type PublicPages } from './public-pages.ts'

const build = `
let count = 0
export const NOT_FOUND = 'not found'
export function findPage(name, query) {
  if (name !== '/videos') return undefined
  const [search, fixedSearch] = [new URLSearchParams(), new URLSearchParams()]
  for (const parameter of ['search', 'value']) if (query.has(parameter)) search.set(parameter, query.get(parameter))
  if (query.has('value')) fixedSearch.set('value', query.get('value'))
  return { search, fixedSearch, reads: ['/api/videos', '/api/settings'] }
}
export const renderPage = ({ search, replies }) => [++count, search, JSON.stringify(replies)].join(' ')
`

let folder: string
let status: number
let price: number
let pages: PublicPages
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'public-pages-'))
  mkdirSync(join(folder, 'public-pages'))
  writeFileSync(join(folder, 'public-pages/render.js'), build)
  status = 200
  price = 500
  const http = fastify()
  http.get('/api/videos', async () => ['Drum'])
  http.get('/api/settings', async (_request, reply) => reply.code(status).send({ price }))
  const loaded = await loadPublicPages(http, {
    buildFolder: folder,
    origin: 'https://a.example',
    change: (html) => html,
  })
  if (!loaded) throw new Error('The build was not found.')
  pages = loaded
})
afterEach(() => rmSync(folder, { recursive: true }))

async function render(query = '') {
  const page = await pages.render('/videos', { url: `/videos${query}`, ip: '127.0.0.1' } as FastifyRequest)
  if (!page) throw new Error('The page was not found.')
  return { isComplete: page.isComplete, html: (await page.read('identity')).toString() }
}

it('a page is rendered again only when its data has changed', async () => {
  const first = await render()
  expect(first).toEqual({ isComplete: true, html: '1  [["Drum"],{"price":500}]' })
  expect(await render()).toEqual(first)
  price = 600
  expect(await render()).toEqual({ isComplete: true, html: '2  [["Drum"],{"price":600}]' })
})

it('requests for the same page at the same time share one rendering', async () => {
  const both = await Promise.all([render('?search=drum'), render('?search=drum')])
  expect(both[1]).toEqual(both[0])
})

it('searches do not evict other pages', async () => {
  const pagesBefore = [await render(), await render('?value=courage')]
  for (let at = 0; at < 200; at++) await render(`?search=${at}`)
  expect([await render(), await render('?value=courage')]).toEqual(pagesBefore)
  expect((await render('?search=0')).html).toMatch(/^203 /)
})

it('a page whose data failed shows none of it, is rendered once for all searches, and replaces no other page', async () => {
  const complete = await render('?search=drum')
  status = 429
  const failed = await render('?search=drum')
  expect(failed).toEqual({ isComplete: false, html: '2  [null,null]' })
  for (let at = 0; at < 10; at++) expect(await render(`?search=${at}`)).toEqual(failed)
  status = 200
  expect(await render('?search=drum')).toEqual(complete)
  expect((await render()).html).toMatch(/^3 /)
})
