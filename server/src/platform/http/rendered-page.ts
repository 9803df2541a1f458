// A page that the server renders, with its compressed forms, and the cache of such pages.
import { createHash } from 'node:crypto'
import { compress, type Encoding } from './negotiation.ts'

export type RenderedPage = {
  etag: string
  /** Returns the bytes of an encoding. Each is compressed once, when it is first asked for. */
  read: (encoding: Encoding) => Promise<Buffer>
}

/** Makes a page of its HTML. */
export function toRenderedPage(html: string): RenderedPage {
  const bytes = Buffer.from(html)
  const forms = new Map<Encoding, Promise<Buffer>>()
  const read = (encoding: Encoding) => {
    if (encoding === 'identity') return Promise.resolve(bytes)
    const before = forms.get(encoding)
    if (before) return before
    const form = compress(bytes, encoding)
    forms.set(encoding, form)
    // A failure is not cached. Whoever reads the form sees it.
    form.catch(() => forms.delete(encoding))
    return form
  }
  return { etag: `"${digest(html)}"`, read }
}

/** Returns a short hash of a text, by which a copy of it is recognised. */
export const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

export type PageCache<Page> = {
  get: (name: string) => Page | undefined
  set: (name: string, page: Page) => void
}

/** Returns a cache of at most `max` pages, which evicts the one that was not used for the longest time. */
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
