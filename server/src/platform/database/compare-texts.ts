// The comparisons of contract/src/kernel/comparison.ts as SQL conditions: the functions are in migration 0071.
import { toComparisonKey, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

/** Returns the condition that a column holds the same text, whatever its case, spaces, quotes and dashes. */
export function isSameText(column: AnyColumn | SQL, text: string): SQL {
  return sql`comparison_key(${column}) = ${toComparisonKey(text)}`
}

/** Returns the condition that a text contains a search. Uses strpos instead of LIKE: "%" and "_" are ordinary characters. */
export function containsSearch(text: AnyColumn | SQL, search: string): SQL {
  return sql`strpos(search_key(${text}), ${toSearchKey(search)}) > 0`
}

/** Escapes the wildcards of LIKE, so that a text matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Returns the same condition as `containsSearch` in a form that a trigram index on `search_key(...)` can serve. */
export function containsSearchByIndex(text: SQL, search: string): SQL {
  return sql`search_key(${text}) like ${`%${escapeLike(toSearchKey(search))}%`}`
}
