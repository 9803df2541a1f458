// Where the admin last was in each list: its filters, page and scroll position. Links back from an item lead there.
import { DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { findAdminPage } from '@baobab/contract/kernel/admin-pages.ts'
import type { Location } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { tabStorage } from '../../browser/storage.ts'

type Address = Pick<Location, 'pathname' | 'search'>
export type ListVisit = Address & {
  /** What the history stores with the entry: the cursors of earlier pages. */
  state: unknown
  scrollY: number
}

/** Returns the name of the list shown at an address, or undefined for other pages. The list of videos has two paths. */
export function findList({ pathname, search }: Address): string | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  const params = new URLSearchParams(search)
  if (path === adminPaths.trivias || path === adminPaths.content) {
    const isOfVideos = (params.get('tab') ?? (path === adminPaths.trivias ? 'trivia' : 'videos')) !== 'trivia'
    return isOfVideos ? adminPaths.videos : adminPaths.trivias
  }
  const itemParams = findAdminPage(path)?.list
  return itemParams === undefined || itemParams.some((name) => params.get(name)) ? undefined : path
}

/**
 * Returns a list's address as it was left. Parameters in `to` win, because the linking page knows them better: a quiz's age category, for
 * example. The default category needs no parameter.
 */
export function mergeAddress(to: string, visit: Address | undefined): Address {
  const [pathname = '', query = ''] = to.split('?')
  if (!visit) return { pathname, search: query && `?${query}` }
  const params = new URLSearchParams(visit.search)
  for (const [name, value] of new URLSearchParams(query))
    if (params.has(name) || value !== DEFAULT_CATEGORY) params.set(name, value)
  return { pathname: visit.pathname, search: params.size > 0 ? `?${params.toString()}` : '' }
}

const KEY = 'adminLists'
type Stored = { username: string; visits: Record<string, ListVisit> }

/** This tab's visits. Cleared when another admin logs in, because a search may name a student. */
let stored: Stored | undefined

export function loadVisits(username: string): Record<string, ListVisit> {
  if (stored?.username !== username) stored = readStored(username) ?? { username, visits: {} }
  return stored.visits
}

function readStored(username: string): Stored | undefined {
  try {
    const found = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as Stored | null
    return found?.username === username ? found : undefined
  } catch {
    return undefined
  }
}

/** Stores the visits in the tab, so that they survive a reload. */
export function storeVisits(): void {
  if (stored) tabStorage.setItem(KEY, JSON.stringify(stored))
}

/** The history entries that show a list, by number, as far as this document has seen them. */
const entries = new Map<number, Address & { list: string }>()

/** Returns the router's number for the current history entry. */
export function readHistoryIndex(): number | undefined {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined
}

/** Records what the current history entry shows. A new entry replaces all later ones. */
export function recordEntry({ pathname, search }: Address): void {
  const index = readHistoryIndex()
  if (index === undefined) return
  for (const other of entries.keys()) if (other >= index) entries.delete(other)
  const list = findList({ pathname, search })
  if (list !== undefined) entries.set(index, { pathname, search, list })
}

/**
 * Returns how many history entries to go back to reach a list, as a negative number; undefined if the list's latest entry shows something
 * else, or if there is none.
 */
export function findStepsBack(list: string, { pathname, search }: Address): number | undefined {
  const now = readHistoryIndex()
  if (now === undefined) return undefined
  const index = Math.max(...[...entries].filter(([at, entry]) => at < now && entry.list === list).map(([at]) => at))
  const entry = entries.get(index)
  return entry?.pathname === pathname && entry.search === search ? index - now : undefined
}
