// A page that the server renders, with its compressed forms, and the cache for such pages.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compress, matchesEtag, type ContentEncoding } from './negotiation.ts'

export type RenderedPage = {
  etag: string
  /** Returns the page in this encoding, compressed once, on first use. */
  read: (encoding: ContentEncoding) => Promise<Buffer>
  /** Returns the page in this encoding if it is compressed already. */
  find: (encoding: ContentEncoding) => Buffer | undefined
}

/** Makes a page from its text. */
export function toRenderedPage(text: string): RenderedPage {
  const bytes = Buffer.from(text)
  const forms = new Map<ContentEncoding, Buffer | Promise<Buffer>>([['identity', bytes]])
  const read = async (encoding: ContentEncoding) => {
    const before = forms.get(encoding)
    if (before || encoding === 'identity') return before ?? bytes
    const form = compress(bytes, encoding)
    forms.set(encoding, form)
    form.then(
      (compressed) => forms.set(encoding, compressed),
      // A failure is not cached; the readers of this form get the error.
      () => forms.delete(encoding),
    )
    return form
  }
  const find = (encoding: ContentEncoding) => {
    const form = forms.get(encoding)
    return form instanceof Promise ? undefined : form
  }
  return { etag: `"${digest(text)}"`, read, find }
}

/** Sends a page in an encoding that the caller accepts, or 304 if the caller's copy of a complete page is still valid. */
export async function sendRenderedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { isTagged = true }: { isTagged?: boolean } = {},
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (isTagged) {
    reply.header('etag', page.etag)
    if (matchesEtag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await page.read(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(body)
}

/** Returns a short hash that identifies a text. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** The header with the time of the data, on a reply that could not be rendered again. */
export const AS_OF_HEADER = 'x-served-as-of'

export type PageCache<Page> = {
  get: (name: string) => Page | undefined
  set: (name: string, page: Page) => void
}

/** Returns a cache of at most `max` pages, which evicts the least recently used one. */
export function createPageCache<Page>(max: number): PageCache<Page> {
  const pages = new Map<string, Page>()
  const set = (name: string, page: Page) => {
    pages.delete(name)
    pages.set(name, page)
    for (const oldest of pages.keys()) if (pages.size > max) pages.delete(oldest)
  }
  return {
    set,
    get(name) {
      const page = pages.get(name)
      if (page !== undefined) set(name, page)
      return page
    },
  }
}
