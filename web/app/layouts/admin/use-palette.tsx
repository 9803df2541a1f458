import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { useLayoutEffect, useRef } from 'react'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { areKeysOn } from './keys.ts'

/**
 * Keyboard shortcuts for admin pages, and the dialogs they open, whose code is loaded on demand.
 * @param roles undefined until they are known; a palette asked for before then opens once they are
 */
export function usePalette(roles: readonly AdminRole[] | undefined, onLogOut: () => void) {
  const palette = useOnDemand(async () => (await import('./palette.tsx')).Palette)
  const keyList = useOnDemand(async () => (await import('./key-list.tsx')).KeyList)
  const openPalette = () => void palette.open()
  const openKeyList = () => void keyList.open()
  useKeys({ onPalette: openPalette, onKeyList: openKeyList })
  const dialogs = (
    <>
      {roles && palette.Loaded && (
        <palette.Loaded roles={roles} onClose={palette.close} onKeyList={openKeyList} onLogOut={onLogOut} />
      )}
      {keyList.Loaded && <keyList.Loaded onClose={keyList.close} />}
    </>
  )
  return { openPalette, dialogs }
}

type Actions = { onPalette: () => void; onKeyList: () => void }

/**
 * Shortcuts on admin pages: `/`, `?`, J and K, which can be turned off, and Ctrl-K or Cmd-K. They do nothing while somebody types or a
 * dialog is open.
 */
function useKeys(actions: Actions): void {
  const latest = useRef(actions)
  // A layout effect, because a user may press a key as soon as the page is painted.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isDialogOpen()) return
      if (act(event, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Returns whether the key did something. */
function act(event: KeyboardEvent, { onPalette, onKeyList }: Actions): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !event.shiftKey) {
    onPalette()
    return true
  }
  if (ctrlKey || metaKey || altKey || isTyping(target) || !areKeysOn()) return false
  switch (key) {
    case '/':
      return focusSearch()
    case '?':
      onKeyList()
      return true
    case 'j':
    case 'J':
      return moveInRows(1)
    case 'k':
    case 'K':
      return moveInRows(-1)
    default:
      return false
  }
}

function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')]
  const field = fields.find((one) => one.checkVisibility())
  field?.focus()
  field?.select()
  return field !== undefined
}

/** Input types that do not accept letters as text. */
const BUTTONS = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'])

/** Whether key presses go into a field. Selects and dates jump to what is typed. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !BUTTONS.has(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

const isDialogOpen = () => document.querySelector('dialog[open], :popover-open') !== null

// J and K move the focus through the rows of a list. The focus is on the link that opens the row, so Enter opens it as usual and screen
// readers read it.

/** Rows of tables, the inbox and lists of cards. */
const ROWS = ['.tbl tbody tr', '.inbox__rows > li', '.vgrid > li', '.games > li', '.questions > li']
/** What opens a row, in order of preference. */
const OPENERS = ['[data-open]', '.act a[href]', 'summary', 'a[href]', 'button']

/** Moves the focus to the next or previous row. Returns whether the page has rows. */
function moveInRows(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`main :is(${ROWS.join()})`)].filter((row) =>
    row.checkVisibility(),
  )
  const present = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[present === -1 ? findFirstShown(rows) : Math.min(Math.max(present + step, 0), rows.length - 1)]
  if (!row) return false
  const target = findOpener(row)
  if (target === row) row.tabIndex = -1
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** Finds the first row that is at least partly on screen, so that the keys continue where the admin is reading. */
function findFirstShown(rows: readonly HTMLElement[]): number {
  const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0)
  return Math.max(index, 0)
}

function findOpener(row: HTMLElement): HTMLElement {
  for (const opener of OPENERS) {
    const found = [...row.querySelectorAll<HTMLElement>(opener)].find((element) => element.checkVisibility())
    if (found) return found
  }
  return row
}
