import { adminPages, mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import type { PaletteItem } from './palette-item.ts'
import { text } from './text.ts'

export type PaletteGroup = { name: string; items: readonly PaletteItem[] }

/** One letter finds too much to be of use. */
const MIN_LETTERS = 2
const PER_GROUP = 5

/** Returns what a role may open and what was typed finds: pages at once, the rest from the server after a pause in typing. */
export function usePaletteResults(role: AdminRole, typed: string) {
  const words = typed.trim()
  const search = useDebouncedValue(words, 250)
  const parts = [useStudents(search), useVideos(search), usePayments(search)]
  const isSearched = words.length >= MIN_LETTERS
  const groups: PaletteGroup[] = [
    { name: text.pages, items: findPages(role, words) },
    ...(isSearched ? parts.map(({ name, items }) => ({ name, items })) : []),
  ].filter(({ items }) => items.length > 0)
  return {
    groups,
    isSearching: isSearched && (search !== words || parts.some(({ isLoading }) => isLoading)),
    failures: isSearched ? parts.filter(({ isError }) => isError).map(({ name }) => text.failed(name)) : [],
  }
}

/** Returns the pages that a role may open and whose name has every word that was typed; all of them for no words. */
function findPages(role: AdminRole, typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return (adminPages as readonly Page[]).flatMap(({ path, title }) => {
    const isFound = title !== undefined && words.every((word) => title.toLowerCase().includes(word))
    return isFound && mayOpen(role, path) ? [{ id: path, to: path, label: title }] : []
  })
}

const isLongEnough = (search: string) => search.length >= MIN_LETTERS

function useStudents(search: string) {
  const enabled = useIsAllowed(listStudents.who) && isLongEnough(search)
  const query = useQuery({ ...apiQuery(listStudents, { query: { search, limit: PER_GROUP } }), enabled })
  const items = (query.data?.studentData ?? []).map(({ _id, username, email }): PaletteItem => ({
    id: _id,
    to: adminPaths.student(username),
    label: username,
    detail: email,
  }))
  return { name: text.students, items, isLoading: query.isLoading, isError: query.isError }
}

function useVideos(search: string) {
  const enabled = useIsAllowed(listAdminVideos.who) && isLongEnough(search)
  const query = useQuery({ ...apiQuery(listAdminVideos, { query: { search, limit: PER_GROUP } }), enabled })
  const items = (query.data?.videos ?? []).map(({ _id, title }): PaletteItem => ({
    id: _id,
    to: adminPaths.videoUpdate(_id),
    label: title,
  }))
  return { name: text.videos, items, isLoading: query.isLoading, isError: query.isError }
}

function usePayments(search: string) {
  const enabled = useIsAllowed(listAllPayments.who) && isLongEnough(search)
  const query = useQuery({ ...apiQuery(listAllPayments, { query: { search, limit: PER_GROUP } }), enabled })
  const items = (query.data?.payments ?? []).map(({ _id, reference, username, amountKobo }): PaletteItem => ({
    id: _id,
    to: adminPaths.payment(reference),
    label: reference,
    detail: [formatNaira(amountKobo), username].filter(Boolean).join(', '),
  }))
  return { name: text.payments, items, isLoading: query.isLoading, isError: query.isError }
}
