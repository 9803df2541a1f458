/** Safe markup. Only `html` and `joined` create it, so plain strings are always escaped. */
export type Html = { readonly markup: string }

type Part = Html | readonly Html[] | string | number | null

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Builds markup. Every value that is not Html is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? ''
  parts.forEach((part, i) => {
    markup += render(part) + (strings[i + 1] ?? '')
  })
  return { markup }
}

/** Escapes untrusted text, and removes what HTML cannot contain (NUL, lone surrogates, control characters). */
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
