// The comparisons of contract/src/kernel/comparison.ts as SQL conditions: the functions are in migration 0071.
import { toComparisonKey, toSearchWords } from '@baobab/contract/kernel/comparison.ts'
import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

/** Returns the condition that a column holds the same text, ignoring case, spaces, quotes and dashes. */
export function isSameText(column: AnyColumn | SQL, text: string): SQL {
  return sql`comparison_key(${column}) = ${toComparisonKey(text)}`
}

const every = (words: SQL[]) => sql`(${sql.join(words, sql` and `)})`

/** Returns the condition that a text contains every word of a search. Uses strpos because "%" and "_" are ordinary characters. */
export function containsSearch(text: AnyColumn | SQL, search: string): SQL {
  return every(toSearchWords(search).map((word) => sql`strpos(search_key(${text}), ${word}) > 0`))
}

/** Escapes LIKE's wildcards, so that a text only matches itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Returns the same condition as `containsSearch` in a form that can use a trigram index on `search_key(...)`. */
export function containsSearchByIndex(text: SQL, search: string): SQL {
  return every(toSearchWords(search).map((word) => sql`search_key(${text}) like ${`%${escapeLike(word)}%`}`))
}
