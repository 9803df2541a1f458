export type ToastKind = 'ok' | 'bad' | 'warn'
export type Toast = { id: number; kind: ToastKind; message: string }
type Waiting = Toast & { ms: number; timer: ReturnType<typeof setTimeout> | undefined }

let waiting: readonly Waiting[] = []
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Shows a message for two seconds (or `ms`). An error that needs an action must be shown on the page as well.
 */
export function toast(message: string, { kind = 'ok', ms = 2000 }: { kind?: ToastKind; ms?: number } = {}): void {
  const id = nextId++
  change([...waiting, { id, kind, message, ms, timer: setTimeout(() => dismissToast(id), ms) }])
}

const CARRIED = 'toasts'

/** Stores the open toasts before a page load, so that the next page shows them. */
export function storeToasts(): void {
  const said = waiting.map(({ kind, message, ms }) => ({ kind, message, ms }))
  try {
    if (said.length > 0) sessionStorage.setItem(CARRIED, JSON.stringify(said))
  } catch {
    // Without storage the toasts are lost with the page.
  }
}

/** Shows the toasts that were stored before the page load. */
export function restoreToasts(): void {
  try {
    const said = sessionStorage.getItem(CARRIED)
    sessionStorage.removeItem(CARRIED)
    const toasts: unknown = JSON.parse(said ?? '[]')
    if (Array.isArray(toasts)) for (const one of toasts) if (isSaid(one)) toast(one.message, one)
  } catch {
    // Storage that cannot be read has no toasts to restore.
  }
}

function isSaid(one: unknown): one is Omit<Toast, 'id'> & { ms: number } {
  if (typeof one !== 'object' || one === null) return false
  const said: Partial<Record<string, unknown>> = { ...one }
  const isKind = said['kind'] === 'ok' || said['kind'] === 'bad' || said['kind'] === 'warn'
  return isKind && typeof said['message'] === 'string' && typeof said['ms'] === 'number'
}

export function dismissToast(id: number): void {
  clearTimeout(waiting.find((one) => one.id === id)?.timer)
  change(waiting.filter((one) => one.id !== id))
}

/** Stops the timer while the pointer or the focus is on a toast, so that slow readers can finish. */
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
