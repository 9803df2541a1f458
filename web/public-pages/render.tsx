// The part of the web app that the server runs: it makes the public pages' HTML. The build writes it to build/public-pages/render.js, and
// server/src/platform/http/public-pages.ts loads it from there.
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router'
import PublicLayout from '../app/layouts/public-layout.tsx'
import { Icon } from '../app/ui/icon.tsx'
import { text as readAloudText } from '../app/read-aloud/text.ts'
import { describeAppLink } from './app-links.ts'
import { Document } from './document.tsx'
import { NOT_FOUND, publicPages } from './pages.tsx'
import { SharedLinkTags } from './shared-link.tsx'
import { renderSitemap, sitemapReads } from './sitemap.ts'

export { NOT_FOUND, renderSitemap, sitemapReads }

/** The names of the public pages: their paths, and NOT_FOUND. */
export const names = Object.keys(publicPages)

/**
 * Finds a public page; undefined if there is none with this name.
 * @returns `search`: the part of the query that the page reads; `fixedSearch`: those of its parameters that have few possible values;
 * `reads`: the API addresses whose replies the page shows
 */
export function findPage(name: string, query: URLSearchParams) {
  const page = publicPages[name]
  if (!page) return undefined
  const search = new URLSearchParams()
  const fixedSearch = new URLSearchParams()
  for (const [parameter, { read, isFree }] of Object.entries(page.parameters ?? {})) {
    const value = read(query.get(parameter) ?? '')
    if (!value) continue
    search.set(parameter, value)
    if (!isFree) fixedSearch.set(parameter, value)
  }
  return { search, fixedSearch, reads: page.reads(search) }
}

type Request = {
  /** A name that `findPage` knows, with the query that it returned. */
  name: string
  search: URLSearchParams
  /** The API's reply bodies for the addresses that the page reads, null for one that failed. */
  replies: readonly unknown[]
  /** When they were last known to be right, as ISO 8601; undefined if they are right now. */
  asOf?: string | undefined
  /** The site's address without a path, for links that are read elsewhere. */
  origin: string
}

/** Renders a public page. Returns the whole document. */
export function renderPage({ name, search, replies, asOf, origin }: Request): string {
  const page = publicPages[name]
  if (!page) throw new Error(`${name} is not a public page.`)
  const { content, canonical, meta, hasHero = false, picture = 'home', data = [] } = page.view(replies, search, origin)
  const head = { canonical, meta, hasHero, picture, data: data.filter((one) => one !== undefined), origin }
  const html = renderToStaticMarkup(
    <StaticRouter location={name === NOT_FOUND ? '/' : name}>
      <Document {...head} studentPath={page.studentPath}>
        <Routes>
          <Route element={<PublicLayout asOf={asOf} reader={<ReadButton />} />}>
            <Route path="*" element={content} />
          </Route>
        </Routes>
      </Document>
    </StaticRouter>,
  )
  return `<!DOCTYPE html>${html}`
}

/** Hidden until the script has found a voice (read-page.ts). */
function ReadButton() {
  return (
    <button type="button" className="icon-btn" id="read-page" aria-label={readAloudText.readPage} hidden>
      <span>
        <Icon name="user-sound" />
      </span>
      <span hidden>
        <Icon name="pause" />
      </span>
    </button>
  )
}

/** Renders the tags that an app page's head needs for its link in chats; '' for pages that nobody shares. */
export function renderAppLinkTags(path: string, origin: string): string {
  const link = describeAppLink(path)
  return link ? renderToStaticMarkup(<SharedLinkTags {...link} origin={origin} />) : ''
}
