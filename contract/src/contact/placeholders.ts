// Placeholders of saved answers, such as {first name}. They are filled when an admin inserts the answer into a message.

export const placeholders = ['first name', 'username', 'password link'] as const
export type Placeholder = (typeof placeholders)[number]

/** Matches words in braces. Other text in braces, such as code, is not a placeholder. */
const PATTERN = /\{(\p{L}[\p{L}\p{N}_ -]{0,39})\}/gu

/** A placeholder as it is written in a text. */
export const writePlaceholder = (name: string) => `{${name}}`

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name)

/** Returns the names in braces in a text, each once. */
const listNames = (text: string) => [...new Set([...text.matchAll(PATTERN)].map(([, name = '']) => name))]

/** Returns the placeholders that are still in a text. */
export const listPlaceholders = (text: string): Placeholder[] => listNames(text).filter(isPlaceholder)

/** Returns the first name in braces that is not a known placeholder. */
export const findUnknownPlaceholder = (text: string): string | undefined =>
  listNames(text).find((name) => !isPlaceholder(name))

/** Fills the placeholders that have a value, and leaves the others as they are. */
export function fillPlaceholders(text: string, values: Partial<Record<Placeholder, string>>): string {
  return text.replace(PATTERN, (written, name: string) => (isPlaceholder(name) ? (values[name] ?? written) : written))
}
