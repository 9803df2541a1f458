// The part of the web app that the server runs: it makes the HTML of the public pages. The build writes it to
// build/public-pages/render.js, and server/src/platform/http/public-pages.ts loads it from there.
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router'
import PublicLayout from '../app/layouts/public-layout.tsx'
import { Document } from './document.tsx'
import { NOT_FOUND, publicPages } from './pages.tsx'

export { NOT_FOUND }

/** The names of the public pages: their paths, and NOT_FOUND. */
export const names = Object.keys(publicPages)

/**
 * Finds a public page.
 * @returns the part of the query that the page reads, and the addresses of the API whose replies it shows; undefined if
 *   there is no public page of this name
 */
export function findPage(name: string, query: URLSearchParams) {
  const page = publicPages[name]
  if (!page) return undefined
  const search = new URLSearchParams()
  for (const parameter of page.parameters ?? []) {
    const value = query.get(parameter)
    if (value) search.set(parameter, value)
  }
  return { search, reads: page.reads(search) }
}

type Request = {
  /** One that `findPage` knows, with the query that it returned. */
  name: string
  search: URLSearchParams
  /** The bodies that the API sent for the addresses that the page reads, null for one that failed. */
  replies: readonly unknown[]
  /** The address of the site without a path, for links that are read elsewhere. */
  origin: string
}

/** Renders a public page. Returns the whole document. */
export function renderPage({ name, search, replies, origin }: Request): string {
  const page = publicPages[name]
  if (!page) throw new Error(`${name} is not a public page.`)
  const { content, ...head } = page.view(replies, search)
  const html = renderToStaticMarkup(
    <StaticRouter location={name === NOT_FOUND ? '/' : name}>
      <Document {...head} origin={origin} studentPath={page.studentPath}>
        <Routes>
          <Route element={<PublicLayout />}>
            <Route path="*" element={content} />
          </Route>
        </Routes>
      </Document>
    </StaticRouter>,
  )
  return `<!DOCTYPE html>${html}`
}
