// Where the admin last was in each list: its filters, page and place on the screen. A link back from one item leads there.
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

/** Returns the name of the list that an address shows, undefined for other pages. The list of videos has two paths. */
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
 * Returns the address of a list as it was left. Parameters that `to` names win, because the page that leads back knows them
 * better: the age category of a quiz. The default one needs no parameter.
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

/** The visits of this tab. Another admin who logs in starts without any, because a search may name a student. */
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

/** Stores the visits for the tab, so that they survive a reload. */
export function storeVisits(): void {
  if (stored) tabStorage.setItem(KEY, JSON.stringify(stored))
}

/** The entries of the history that show a list, by their number, as far as this document has seen them. */
const entries = new Map<number, Address & { list: string }>()

/** Returns the number that the router gives to the present entry of the history. */
export function readHistoryIndex(): number | undefined {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined
}

/** Records what the present entry of the history shows. A new entry replaces all that came after it. */
export function recordEntry({ pathname, search }: Address): void {
  const index = readHistoryIndex()
  if (index === undefined) return
  for (const other of entries.keys()) if (other >= index) entries.delete(other)
  const list = findList({ pathname, search })
  if (list !== undefined) entries.set(index, { pathname, search, list })
}

/**
 * Returns how many entries the history has to go back to a list, as a negative number; undefined if the latest entry of the
 * list shows something else, or if there is none.
 */
export function findStepsBack(list: string, { pathname, search }: Address): number | undefined {
  const now = readHistoryIndex()
  if (now === undefined) return undefined
  const index = Math.max(...[...entries].filter(([at, entry]) => at < now && entry.list === list).map(([at]) => at))
  const entry = entries.get(index)
  return entry?.pathname === pathname && entry.search === search ? index - now : undefined
}
