// A list's filters in its page's address, in its request and in words. Pure functions.
import { isRealDate } from '@baobab/contract/accounts/rules.ts'
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { NavigateOptions } from 'react-router'
import { formatDate } from '../../ui/format.ts'

export type Option = {
  value: string
  label: string
  /** No longer offered, but still valid in addresses. */ isFormer?: true
}

type Labelled = { label: string }
/** Typed text: `search` is the field at the top of a page, which saved views and exports do not keep. */
export type TypedFilter = Labelled & { kind: 'search' | 'text'; placeholder?: string; max?: number }
export type ChoiceFilter = Labelled & {
  kind: 'choice'
  options: readonly Option[]
  look?: 'select' | 'pills' | 'seg'
  /** The label of the option that does not filter. */
  all?: string
  /** The value if the address has none. It is left out of addresses. */
  otherwise?: string
  /** How an option appears in the description of a selection; its label by default. */
  inWords?: (option: Option) => string
  /** The description if nothing is chosen. */
  allInWords?: string
}
/** One day of a range: the first day names the last one as `until`, the last day names the first one as `since`. */
export type DayFilter = Labelled & { kind: 'day' } & ({ until: string } | { since: string })
/** The order of the rows. It does not filter, and tables have their own buttons for it. */
type OrderFilter = { kind: 'order'; values: readonly string[] }

export type Filter = TypedFilter | ChoiceFilter | DayFilter | OrderFilter
/** Filters by their names in the address and the request. New addresses list them in this order. */
export type Filters = Readonly<Record<string, Filter>>

type ValueOf<F> = F extends { kind: 'choice'; options: readonly { value: infer Value extends string }[] }
  ? Value
  : F extends { kind: 'order'; values: readonly (infer Value extends string)[] }
    ? Value
    : string
type Always<Fs> = { [Name in keyof Fs]: Fs[Name] extends { otherwise: string } ? Name : never }[keyof Fs]

/** What a list's filters select. Filters without a value are left out. */
export type SelectionOf<Fs> = { [Name in Always<Fs>]: ValueOf<Fs[Name]> } & {
  [Name in Exclude<keyof Fs, Always<Fs>>]?: ValueOf<Fs[Name]>
}
/** New filter values; an empty one removes the filter. */
export type Changes<Fs> = { readonly [Name in keyof Fs]?: string }

export type ListAddress<Fs extends Filters> = {
  filters: Fs
  /**
   * How a change writes the address. By default: in filter order, without anything else. 'full' also writes values equal to `otherwise`.
   * 'edited' changes only what it must and keeps everything else.
   */
  address?: 'full' | 'edited'
  /** By default, a change replaces the history entry and does not scroll. */
  navigation?: NavigateOptions
  /** Returns the selection after a change, including anything else that must change with it. */
  follow?: (after: SelectionOf<Fs>, changes: Changes<Fs>, before: SelectionOf<Fs>) => SelectionOf<Fs>
}

type Values = Record<string, string | undefined>

const TYPED_MAX = 100

function parseValue(filter: Filter, typed: string): string | undefined {
  if (filter.kind === 'choice') return filter.options.find(({ value }) => value === typed)?.value ?? filter.otherwise
  if (filter.kind === 'order') return filter.values.find((value) => value === typed)
  if (filter.kind === 'day') return isRealDate(typed) ? typed : undefined
  return typed.trim().slice(0, filter.max ?? TYPED_MAX) || undefined
}

/** Reads a selection from an address. Ignores values that the server would refuse, because a user can type any address. */
export function parseSelection<Fs extends Filters>({ filters }: { filters: Fs }, params: URLSearchParams) {
  const values = Object.entries(filters).flatMap(([name, filter]) => {
    const value = parseValue(filter, params.get(name) ?? '')
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(values) as SelectionOf<Fs>
}

/** Returns a selection's address. It leaves out the page, so that a new selection starts on its first page. */
export function toParams<Fs extends Filters>(list: ListAddress<Fs>, selection: SelectionOf<Fs>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = (selection as Values)[name]
    if (value && (list.address === 'full' || !isDefault(filter, value))) params.set(name, value)
  }
  return params
}

const isDefault = (filter: Filter | undefined, value: string) =>
  value === '' || (filter?.kind === 'choice' && filter.otherwise === value)

/** Returns the address after a change of filters, on the first page. */
export function changeAddress<Fs extends Filters>(
  list: ListAddress<Fs>,
  params: URLSearchParams,
  changes: Changes<Fs>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['cursor', 'page']) next.delete(name)
  for (const [name, value = ''] of Object.entries(changes as Values)) {
    if (isDefault(list.filters[name], value)) next.delete(name)
    else next.set(name, value)
  }
  if (list.address === 'edited') return next
  const after = parseSelection(list, next)
  return toParams(list, list.follow ? list.follow(after, changes, parseSelection(list, params)) : after)
}

/** Whether a selection, ignoring order, is not the default one. */
export function isNarrowed<Fs extends Filters>({ filters }: { filters: Fs }, selection: SelectionOf<Fs>): boolean {
  return Object.entries(selection as Values).some(
    ([name, value = '']) => filters[name]?.kind !== 'order' && !isDefault(filters[name], value),
  )
}

/** Identifies the rows of a selection, ignoring their order. */
export function identifyRows<Fs extends Filters>({ filters }: { filters: Fs }, selection: SelectionOf<Fs>): string {
  return JSON.stringify(Object.entries(selection).filter(([name]) => filters[name]?.kind !== 'order'))
}

/**
 * Describes a selection: 'Males, paid, search “ada”'.
 * @param hadSearch whether the selection had a search whose text was not stored
 */
export function describeSelection<Fs extends Filters>(
  { filters }: { filters: Fs },
  selection: SelectionOf<Fs>,
  hadSearch = false,
): string {
  const { search, ...others } = filters as Filters
  const values = selection as Values
  const parts = Object.entries(others).map(([name, filter]) => describeValue(filter, values[name]))
  if (search) parts.push(values['search'] ? `search “${values['search']}”` : hadSearch && 'by a search')
  return parts.filter(Boolean).join(', ')
}

function describeValue(filter: Filter, value: string | undefined): string | undefined | false {
  if (filter.kind === 'choice') {
    const option = filter.options.find((one) => one.value === value)
    return option ? (filter.inWords?.(option) ?? option.label) : filter.allInWords
  }
  if (value === undefined || filter.kind === 'order') return undefined
  if (filter.kind !== 'day') return `${filter.label.toLowerCase()} “${value}”`
  return `${'until' in filter ? 'from' : 'to'} ${formatDate(noonInLagos(value))}`
}
