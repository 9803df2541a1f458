import { expect, it } from 'vitest'
import { addPage, cutStreamScripts } from './app-page-html.ts'

const shell =
  '<html lang="en"><head><title>Baobab</title><link rel="modulepreload" href="/entry.js"/></head>' +
  '<body><div id="skeleton"><main>Loading</main></div></body></html>'
const page = { meta: [], skeleton: undefined, requests: { urls: {}, needsNoQuery: false }, routeIds: [] }
const manifest = { url: '', version: '', entry: { module: '' }, routes: {} }

it("dollar signs in a title and in a page's content are unchanged", () => {
  const dollars = "$1 $` $' $$"
  const html = addPage(shell, { ...page, meta: [{ title: dollars }], skeleton: `<main>$&${dollars}</main>` }, manifest)
  expect(html).toContain(`<title>${dollars}</title>`)
  expect(html).toContain(`<div id="skeleton"><main>$&${dollars}</main></div></body>`)
})

it("a page without a title gets the app's title", () => {
  expect(addPage(shell, page, manifest)).toContain('<title>Baobab</title>')
  const meta = [{ name: 'description', content: 'A page' }]
  const html = addPage(shell, { ...page, meta }, manifest)
  expect(html).toContain('<title>Baobab</title><meta name="description" content="A page"/>')
  expect(addPage(shell, { ...page, meta: [...meta, { title: 'Page' }] }, manifest).match(/<title>/g)).toHaveLength(1)
})

const context =
  '<script>window.__reactRouterContext = {"ssr":false};window.__reactRouterContext.stream = new ReadableStream({start(controller)' +
  '{window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());</script>'
const modules = '<script type="module" async="">import("/entry.js");</script>'
const stream =
  String.raw`<!--$--><script>window.__reactRouterContext.streamController.enqueue("[{\"_1\":2}]\n");</script>` +
  '<!--$--><script>window.__reactRouterContext.streamController.close();</script><!--/$--><!--/$-->'

it('the scripts for server rendering are removed, and the element that React expects stays', () => {
  const html = `<body><p>Hello</p>${context}${modules}${stream}</body>`
  expect(cutStreamScripts(html)).toBe(`<body><p>Hello</p><script> </script>${modules}</body>`)
})

it.each([
  ['the first script', `<body>${modules}${stream}</body>`],
  ['the last scripts', `<body>${context}${modules}</body>`],
])('the build fails if %s looks different', (_, html) => {
  expect(() => cutStreamScripts(html)).toThrow('The HTML of the app has no')
})
