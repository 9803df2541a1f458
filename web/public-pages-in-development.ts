import type { IncomingMessage } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'

const root = '/public-pages'

/** Serves the public pages in `npm run dev`, rendered for each request with replies from the API at `apiUrl`. */
export function publicPagesInDevelopment(apiUrl: string): Plugin {
  return {
    name: 'public-pages-in-development',
    apply: 'serve',
    config: () => ({ define: { SCRIPT_URL: JSON.stringify(`${root}/script.ts`) } }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        render(server, apiUrl, request).then((html) => {
          if (html === undefined) return next()
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(html)
        }, next)
      })
    },
  }
}

/** Returns a public page's HTML; undefined if the request is for another page or a file. */
async function render(server: ViteDevServer, apiUrl: string, request: IncomingMessage): Promise<string | undefined> {
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return undefined
  const { pathname, searchParams, origin } = new URL(
    request.url ?? '/',
    `http://${request.headers.host ?? 'localhost'}`,
  )
  const pages = (await server.ssrLoadModule(`${root}/render.tsx`)) as typeof import('./public-pages/render.tsx')
  const name = decodeURIComponent(pathname)
  const found = pages.findPage(name, searchParams)
  if (!found) return undefined
  const replies = await Promise.all(
    found.reads.map(async (path) => {
      const reply = await fetch(apiUrl + path, { headers: { accept: 'application/json' } })
      return reply.ok ? ((await reply.json()) as unknown) : null
    }),
  )
  return server.transformIndexHtml(pathname, pages.renderPage({ name, search: found.search, replies, origin }))
}
