import { html, type Html } from '../html.ts'

const ADDRESS = /(https?:\/\/[^\s<>"'`\p{Cc}]+)/iu
const TRAILING = /[.,;:!?)\]}]{1,20}$/

/** Turns the web addresses in a text into links, and escapes the rest. */
export function linked(text: string): Html[] {
  // Splitting by a captured group makes every second part an address.
  return text.split(ADDRESS).map((piece, i) => {
    if (i % 2 === 0) return html`${piece}`
    const url = piece.replace(TRAILING, '')
    if (!URL.canParse(url)) return html`${piece}`
    return html`<a href="${url}" rel="noopener noreferrer nofollow">${url}</a>${piece.slice(url.length)}`
  })
}
