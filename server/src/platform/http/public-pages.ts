// Sends the public pages as HTML that needs no script. The web build renders them; their data is what our own API replies
// to a visitor, so that a page can never show more than that.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the server uses of web/public-pages/render.tsx, which the build writes as one file. */
type Renderer = {
  NOT_FOUND: string
  findPage: (name: string, query: URLSearchParams) => { search: URLSearchParams; reads: readonly string[] } | undefined
  renderPage: (page: { name: string; search: URLSearchParams; replies: readonly unknown[]; origin: string }) => string
  renderAppLinkTags: (path: string, origin: string) => string
  sitemapReads: readonly string[]
  renderSitemap: (replies: readonly unknown[], origin: string) => string
}

/** The most pages that are kept rendered: each has one for every query. The oldest is forgotten first. */
const KEPT_PAGES = 100

type Encoding = 'br' | 'gzip' | 'identity'

/** A rendered page. `key` names the data that it shows. */
type Rendered = { key: string; etag: string; isComplete: boolean; bodies: Record<Encoding, Buffer> }

export type PublicPages = {
  /** Renders the page of a path; undefined if it is not a public page. */
  render: (path: string, request: FastifyRequest) => Promise<Rendered | undefined>
  /** Renders the page for unknown addresses. */
  renderNotFound: (request: FastifyRequest) => Promise<Rendered | undefined>
  /**
   * Adds to the HTML of an app page what chats read with a link to it; undefined for pages that nobody shares.
   * @param path without a slash at its end
   * @param readHtml returns the HTML of the page
   */
  addLinkTags: (path: string, readHtml: () => string) => Promise<Rendered | undefined>
  /** Renders the list of all public addresses; undefined if its data failed. */
  renderSitemap: (request: FastifyRequest) => Promise<string | undefined>
}

/** Loads the renderer of the web build. Undefined without a build. */
export async function loadPublicPages(
  http: FastifyInstance,
  { buildFolder, origin, change }: { buildFolder: string; origin: string; change: (html: string) => string },
): Promise<PublicPages | undefined> {
  const file = join(buildFolder, 'public-pages/render.js')
  if (!existsSync(file)) return undefined
  const renderer = (await import(pathToFileURL(file).href)) as Renderer
  const { NOT_FOUND, findPage, renderPage } = renderer
  const rendered = new Map<string, Rendered>()

  async function render(name: string, request: FastifyRequest): Promise<Rendered | undefined> {
    const found = findPage(name, readQuery(request))
    if (!found) return undefined
    const { search, reads } = found
    const bodies = await Promise.all(reads.map((url) => readAsVisitor(http, url, request.ip)))
    const address = `${name}?${search.toString()}`
    const key = digest(JSON.stringify(bodies))
    const before = rendered.get(address)
    if (before?.key === key) return before
    const replies = parseBodies(bodies)
    const html = change(renderPage({ name, search, replies, origin }))
    const page = { ...(await toRendered(html)), key, isComplete: !bodies.includes(null) }
    rendered.delete(address)
    rendered.set(address, page)
    for (const oldest of rendered.keys()) if (rendered.size > KEPT_PAGES) rendered.delete(oldest)
    return page
  }

  return {
    render,
    renderNotFound: (request) => render(NOT_FOUND, request),
    async addLinkTags(path, readHtml) {
      const tags = renderer.renderAppLinkTags(path, origin)
      // A function, because a string would have its dollar signs replaced.
      return tags === '' ? undefined : toRendered(change(readHtml().replace('</head>', () => `${tags}</head>`)))
    },
    async renderSitemap({ ip }) {
      const bodies = await Promise.all(renderer.sitemapReads.map((url) => readAsVisitor(http, url, ip)))
      return bodies.includes(null) ? undefined : renderer.renderSitemap(parseBodies(bodies), origin)
    },
  }
}

async function toRendered(html: string): Promise<Rendered> {
  const etag = `"${digest(html)}"`
  return { key: etag, etag, isComplete: true, bodies: await compress(html) }
}

const parseBodies = (bodies: readonly (string | null)[]) =>
  bodies.map((body) => (body === null ? null : (JSON.parse(body) as unknown)))

const readQuery = ({ url }: FastifyRequest) =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** Returns the body of an endpoint's reply to a visitor at an address, null if it fails. */
async function readAsVisitor(http: FastifyInstance, url: string, ip: string): Promise<string | null> {
  const reply = await http.inject({ url, remoteAddress: ip, headers: { accept: 'application/json' } })
  return reply.statusCode === 200 ? reply.body : null
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Quality 5: a tenth of the time of the best one, for a tenth more bytes. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

async function compress(html: string): Promise<Rendered['bodies']> {
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, brotliOptions),
    promisify(gzip)(identity),
  ])
  return { br, gzip: gzipped, identity }
}

/** Returns the best encoding that a request accepts. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((part) => part.trim())
  const accepts = (name: string) => names.some((one) => one.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(one))
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}
