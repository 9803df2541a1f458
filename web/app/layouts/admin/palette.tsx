import { createSearch, toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { isAllowed, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { adminPages, mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery } from '../../api/query.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDebouncedValue } from '../../ui/debounce.ts'
import { Icon } from '../../ui/icon.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { paletteActions, type PaletteCommand } from './palette-actions.ts'
import { text } from './text.ts'

type Props = { roles: readonly AdminRole[]; onClose: () => void; onKeyList: () => void; onLogOut: () => void }

/**
 * Finds pages, actions, students, videos and payments, and opens one. The focus stays in the field; the arrow keys choose a result, as in any
 * combobox.
 */
export function Palette({ roles, onClose, onKeyList, onLogOut }: Props) {
  const { dialog, first } = useModal(true)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { groups, isSearching, failures } = usePaletteResults(roles, typed)
  const { items, active, handleKey, forget } = useChoice({ groups, isSearching, open })
  const listId = useId()

  function open(item: PaletteItem) {
    // Close first: the dialog returns the focus, which the page then takes.
    dialog.current?.close()
    if ('to' in item) void navigate(item.to)
    else commands[item.run]()
  }
  const commands: Record<PaletteCommand, () => void> = { shortcuts: onKeyList, 'log-out': onLogOut }

  function openKeyList() {
    dialog.current?.close()
    onKeyList()
  }

  return (
    // A press on the backdrop closes the dialog, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={text.find}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="palette__in">
        <div className="palette__q">
          <Icon name="magnifying-glass" />
          <input
            data-first
            type="text"
            role="combobox"
            aria-label={text.find}
            aria-autocomplete="list"
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-activedescendant={active && optionId(listId, active)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={100}
            placeholder={text.findPlaceholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              forget()
            }}
            onKeyDown={handleKey}
          />
          <IconButton icon="x" label={text.close} ref={first} onClick={() => dialog.current?.close()} />
        </div>
        <Results id={listId} groups={groups} active={active} onOpen={open} />
        <p className="small muted palette__s" role="status">
          {isSearching ? text.searching : items.length === 0 ? text.nothing(typed.trim()) : text.found(items.length)}
          {failures.map((failure) => (
            <span key={failure}>{` ${failure}`}</span>
          ))}
        </p>
        <div className="palette__f">
          <span className="small muted keyshint">{text.howTo}</span>
          <Button kind="quiet" size="sm" onClick={openKeyList}>
            {text.keyList}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

type Found = { groups: readonly PaletteGroup[]; isSearching: boolean; open: (item: PaletteItem) => void }

/** The result chosen with the arrow keys, or else the first one, and the keys that choose and open one. */
function useChoice({ groups, isSearching, open }: Found) {
  const [chosenId, choose] = useState<string>()
  const isOpening = useRef(false)
  const items = groups.flatMap((group) => group.items)
  // If the chosen result is no longer found, the first one is active.
  const active = items.find(({ id }) => id === chosenId) ?? items[0]

  // Enter was pressed during the search, so open the first result.
  useEffect(() => {
    if (isSearching || !isOpening.current) return
    isOpening.current = false
    if (active) open(active)
  }, [isSearching, active, open])

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && active) {
      event.preventDefault()
      choose(items[(items.indexOf(active) + step + items.length) % items.length]?.id)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // Until the search has ended, what the server found may still come from an earlier text.
      if (isSearching && chosenId === undefined && !groups[0]?.isImmediate) isOpening.current = true
      else if (active) open(active)
    }
  }

  function forget() {
    choose(undefined)
    isOpening.current = false
  }
  return { items, active, handleKey, forget }
}

const optionId = (listId: string, { id }: PaletteItem) => `${listId}-${id}`

type ResultsProps = {
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteItem | undefined
  onOpen: (item: PaletteItem) => void
}

function Results({ id, groups, active, onOpen }: ResultsProps) {
  const activeId = active && optionId(id, active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div className="palette__l" id={id} role="listbox" aria-label={text.results}>
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div className="palette__h" id={`${id}-${name}`} role="presentation">
            {name}
          </div>
          {items.map((item) => (
            <button
              type="button"
              tabIndex={-1}
              key={item.id}
              id={optionId(id, item)}
              role="option"
              aria-selected={item === active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onOpen(item)}
            >
              <span className="palette__t">{item.label}</span>
              {item.detail && <span className="small muted palette__d">{item.detail}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

type PaletteGroup = {
  name: string
  items: readonly PaletteItem[]
  /** Found in the browser, so it always belongs to the text that is typed. */
  isImmediate?: boolean
}

/** A single letter finds too much to be useful. */
const MIN_LETTERS = 2
const PER_GROUP = 5

/**
 * Returns what an admin may open or do that matches the typed text: pages and actions at once, the rest from the server after a pause
 * in typing.
 */
function usePaletteResults(roles: readonly AdminRole[], typed: string) {
  const words = typed.trim()
  const search = useDebouncedValue(words, 250)
  const parts = [useStudents(search), useVideos(search), usePayments(search)]
  const isSearched = words.length >= MIN_LETTERS
  const groups: PaletteGroup[] = [
    { name: text.pages, items: findPages(roles, words), isImmediate: true },
    { name: text.actions, items: findActions(roles, words), isImmediate: true },
    ...(isSearched ? parts.map(({ name, items }) => ({ name, items })) : []),
  ].filter(({ items }) => items.length > 0)
  return {
    groups,
    isSearching: isSearched && (search !== words || parts.some(({ isLoading }) => isLoading)),
    failures: isSearched ? parts.filter(({ isError }) => isError).map(({ name }) => text.failed(name)) : [],
  }
}

/** Pages that only exist to do an action. They are listed as the action. */
const actionPaths = new Set(paletteActions.flatMap((action) => ('to' in action ? [action.to] : [])))
const isOnlyAction = ({ path, menu, list }: Page) => actionPaths.has(path) && !menu && !list

/** Returns the pages that an admin may open and whose names contain every typed word; all of them if nothing is typed. */
function findPages(roles: readonly AdminRole[], typed: string): PaletteItem[] {
  const isFound = createSearch(typed)
  return (adminPages as readonly Page[]).flatMap((page) => {
    const { path, title } = page
    const isListed = title !== undefined && isFound(toSearchKey(title)) && mayOpen(roles, path) && !isOnlyAction(page)
    return isListed ? [{ id: path, to: path, label: title }] : []
  })
}

/** Returns the actions of an admin whose labels and other words contain every typed word; all of them if nothing is typed. */
function findActions(roles: readonly AdminRole[], typed: string): PaletteItem[] {
  const isFound = createSearch(typed)
  return paletteActions.flatMap((action, index) => {
    const { label, words, who } = action
    if (!isAllowed(who, roles) || !isFound(toSearchKey(`${label} ${words}`))) return []
    return [{ id: `action-${index}`, label, ...('to' in action ? { to: action.to } : { run: action.run }) }]
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
    detail: email ?? '',
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

/** Something that the palette can open or do. */
type PaletteItem = { id: string; label: string; detail?: string } & ({ to: string } | { run: PaletteCommand })
