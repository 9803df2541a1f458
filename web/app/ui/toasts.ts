import { tabStorage } from '../browser/storage.ts'

export type ToastKind = 'ok' | 'bad' | 'warn'
export type Toast = { id: number; kind: ToastKind; message: string }
type Timer = ReturnType<typeof setTimeout>
/** `last` ends the toast however long it is paused. */
type Waiting = Toast & { ms: number; timer: Timer | undefined; last: Timer }

/** The longest time that a toast can be paused, so that a pointer or focus left on it by accident does not keep it. */
const LONGEST_PAUSE_MS = 20_000

let waiting: readonly Waiting[] = []
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Shows a message for two seconds (or `ms`). An error that needs an action must be shown on the page as well.
 */
export function toast(message: string, { kind = 'ok', ms = 2000 }: { kind?: ToastKind; ms?: number } = {}): void {
  const id = nextId++
  const dismiss = () => dismissToast(id)
  const [timer, last] = [setTimeout(dismiss, ms), setTimeout(dismiss, ms + LONGEST_PAUSE_MS)]
  change([...waiting, { id, kind, message, ms, timer, last }])
}

const CARRIED = 'toasts'

/** Stores the open toasts before a page load, so that the next page shows them. */
export function storeToasts(): void {
  const said = waiting.map(({ kind, message, ms }) => ({ kind, message, ms }))
  if (said.length > 0) tabStorage.setItem(CARRIED, JSON.stringify(said))
}

/** Shows the toasts that were stored before the page load. */
export function restoreToasts(): void {
  const said = tabStorage.getItem(CARRIED)
  tabStorage.removeItem(CARRIED)
  try {
    const toasts: unknown = JSON.parse(said ?? '[]')
    if (Array.isArray(toasts)) for (const one of toasts) if (isSaid(one)) toast(one.message, one)
  } catch {
    // Stored by other code.
  }
}

function isSaid(one: unknown): one is Omit<Toast, 'id'> & { ms: number } {
  if (typeof one !== 'object' || one === null) return false
  const said: Partial<Record<string, unknown>> = { ...one }
  const isKind = said['kind'] === 'ok' || said['kind'] === 'bad' || said['kind'] === 'warn'
  return isKind && typeof said['message'] === 'string' && typeof said['ms'] === 'number'
}

export function dismissToast(id: number): void {
  const dismissed = waiting.find((one) => one.id === id)
  clearTimeout(dismissed?.timer)
  clearTimeout(dismissed?.last)
  change(waiting.filter((one) => one.id !== id))
}

/** Stops the timer while the mouse or the focus is on a toast, so that slow readers can finish. */
export function pauseToast(id: number): void {
  const held = waiting.find((one) => one.id === id)
  if (!held) return
  clearTimeout(held.timer)
  held.timer = undefined
}

export function resumeToast(id: number): void {
  const held = waiting.find((one) => one.id === id)
  if (held && held.timer === undefined) held.timer = setTimeout(() => dismissToast(id), held.ms)
}

export function currentToasts(): readonly Toast[] {
  return waiting
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Waiting[]) {
  waiting = next
  for (const listener of listeners) listener()
}
