import { useLayoutEffect, useRef } from 'react'
import { areKeysOn } from './keys-setting.ts'
import { moveInRows } from './row-keys.ts'

type Actions = { onPalette: () => void; onKeyList: () => void }

/**
 * The keys of the admins' pages: `/`, `?`, J and K, which can be turned off, and Ctrl-K or Cmd-K. They do nothing while
 * somebody types or a dialog is open.
 */
export function useKeys(actions: Actions): void {
  const latest = useRef(actions)
  // Before the page is painted, because who sees it may press a key at once.
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

/** Inputs in which a letter is not text. */
const BUTTONS = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'])

/** Whether keys go into a field. A select and a date jump to what is typed. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !BUTTONS.has(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

const isDialogOpen = () => document.querySelector('dialog[open], :popover-open') !== null
