/** Markup that is already safe. Only `html` and `joined` make it, so a plain string is always escaped. */
export type Html = { readonly markup: string }

type Part = Html | readonly Html[] | string | number | null

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Builds markup; every value put into it that is not Html itself is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? ''
  parts.forEach((part, i) => {
    markup += render(part) + (strings[i + 1] ?? '')
  })
  return { markup }
}

/** Makes a hostile text fit for markup: escaped, and without what HTML cannot hold (NUL, lone surrogates, controls). */
export function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
}

function render(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map((piece) => piece.markup).join('')
}
