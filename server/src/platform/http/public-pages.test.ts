// The public pages of a test build, which numbers the pages it renders.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail } from './errors.ts'
import { loadPublicPages, type PublicPages } from './public-pages.ts'
import { toRenderedPage } from './rendered-page.ts'
import type { VisitorReply } from './visitor-replies.ts'

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
export const renderPage = ({ search, replies, asOf }) => [++count, search, JSON.stringify(replies), asOf].join(' ').trim()
export const sitemapReads = ['/api/videos']
export const renderSitemap = ([videos]) => [++count, ...videos].join(' ')
`

let folder: string
let price: number
let isAway: boolean
let asOf: Date | undefined
let priceAsOf: Date | undefined
let isRefused: boolean
let pages: PublicPages
const log = { error: vi.fn<(details: object, message: string) => void>() }

async function read(address: string): Promise<VisitorReply> {
  if (isAway) throw new Error('away')
  const value = address === '/api/videos' ? ['Drum'] : { price }
  return { value, document: toRenderedPage(JSON.stringify(value)), asOf: address === '/api/videos' ? asOf : priceAsOf }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'public-pages-'))
  mkdirSync(join(folder, 'public-pages'))
  writeFileSync(join(folder, 'public-pages/render.js'), build)
  price = 500
  isAway = false
  asOf = priceAsOf = undefined
  isRefused = false
  log.error.mockClear()
  const loaded = await loadPublicPages({
    buildFolder: folder,
    origin: 'https://a.example',
    change: (html) => html,
    visitorReplies: { read, find: () => undefined },
    rateLimits: { countByAddress: async () => (isRefused ? fail('too_many_requests') : undefined) },
  })
  if (!loaded) throw new Error('The build was not found.')
  pages = loaded
})
afterEach(() => rmSync(folder, { recursive: true }))

const toRequest = (url: string) => ({ url, ip: '127.0.0.1', log }) as unknown as FastifyRequest

async function render(query = '') {
  const page = await pages.render('/videos', toRequest(`/videos${query}`))
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
  isAway = true
  const failed = await render('?search=drum')
  expect(failed).toEqual({ isComplete: false, html: '2  [null,null]' })
  for (let at = 0; at < 10; at++) expect(await render(`?search=${at}`)).toEqual(failed)
  expect(log.error).toHaveBeenCalledWith({ err: new Error('away') }, 'a page lacks its data')
  isAway = false
  expect(await render('?search=drum')).toEqual(complete)
  expect((await render()).html).toMatch(/^3 /)
})

it('W-32 a search that must be rendered counts as a call of its address, and no other page does', async () => {
  const known = await render('?search=drum')
  isRefused = true
  expect(await render('?search=kola')).toEqual({ isComplete: false, html: '2  [null,null]' })
  expect(await render('?search=drum')).toEqual(known)
  expect((await render()).isComplete).toBe(true)
  expect((await render('?value=courage')).isComplete).toBe(true)
  price = 600
  expect((await render('?search=drum')).isComplete).toBe(false)
})

it('B-26 a page with old data says how old, and is rendered again once the data is current', async () => {
  const right = await render()
  asOf = new Date('2026-11-28T12:05:00Z')
  expect((await render()).html).toBe('2  [["Drum"],{"price":500}] 2026-11-28T12:05:00.000Z')
  expect((await pages.render('/videos', toRequest('/videos')))?.asOf).toEqual(asOf)
  // The oldest of its data counts.
  priceAsOf = new Date('2026-11-28T12:04:00Z')
  expect((await render()).html).toContain('12:04')
  priceAsOf = new Date('2026-11-28T12:06:00Z')
  expect((await render()).html).toContain('12:05')
  asOf = priceAsOf = undefined
  expect(await render()).toEqual({ ...right, html: right.html.replace('1', '5') })
})

it('the sitemap is rendered again only when its data has changed, and is missing without it', async () => {
  const first = await pages.renderSitemap(toRequest('/sitemap.xml'))
  expect((await first?.read('identity'))?.toString()).toBe('1 Drum')
  expect(await pages.renderSitemap(toRequest('/sitemap.xml'))).toBe(first)
  isAway = true
  expect(await pages.renderSitemap(toRequest('/sitemap.xml'))).toBeUndefined()
})
