import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appPageRenderer } from './web-app.ts'

let client: string
beforeAll(() => {
  client = mkdtempSync(join(tmpdir(), 'web-app-'))
  writeFileSync(join(client, 'page.html'), '<html lang="en"><head></head></html>')
})
afterAll(() => rmSync(client, { recursive: true }))

const renderLinkTags = (path: string) => (path === '/shared' ? '<meta content="$1 $&"/>' : '')
const readHtml = async (page: ReturnType<ReturnType<typeof appPageRenderer>>) =>
  (await page?.read('identity'))?.toString()

it('a shareable page has its tags, and is rendered and compressed once', async () => {
  const render = appPageRenderer({ client, mark: undefined, renderLinkTags })
  const page = render('page.html', '/shared')
  expect(await readHtml(page)).toBe('<html lang="en"><head><meta content="$1 $&"/></head></html>')
  expect(render('page.html', '/shared')).toBe(page)
})

it('a page without additions is sent as compressed by the build', () => {
  expect(appPageRenderer({ client, mark: undefined, renderLinkTags })('page.html', '/private')).toBeUndefined()
})

it('every page of a server with made-up data has its mark', async () => {
  const render = appPageRenderer({ client, mark: 'Not "real" $&', renderLinkTags })
  const page = render('page.html', '/private')
  expect(await readHtml(page)).toBe('<html data-mark="Not &#34;real&#34; $&#38;" lang="en"><head></head></html>')
  expect(render('page.html', '/private')).toBe(page)
})
