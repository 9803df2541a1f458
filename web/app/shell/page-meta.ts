/** A page's title and description, for its `meta` export. */
export function pageMeta(title: string, description?: string) {
  return [{ title: `${title} | Baobab` }, ...(description ? [{ name: 'description', content: description }] : [])]
}

export type PageMeta = ReturnType<typeof pageMeta>

/** The greeting next to a login form. A page sets its own: `export const handle = { greeting } satisfies AuthHandle`. */
export type AuthHandle = { greeting: { title: string; text: string } }
