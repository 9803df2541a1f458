export type ToastKind = 'ok' | 'bad' | 'warn'
export type Toast = { id: number; kind: ToastKind; message: string }
type Waiting = Toast & { ms: number; timer: ReturnType<typeof setTimeout> | undefined }

let waiting: readonly Waiting[] = []
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Shows a sentence for two seconds (or `ms`). An error that the person must act on belongs on the page as well.
 */
export function toast(message: string, { kind = 'ok', ms = 2000 }: { kind?: ToastKind; ms?: number } = {}): void {
  const id = nextId++
  change([...waiting, { id, kind, message, ms, timer: setTimeout(() => dismissToast(id), ms) }])
}

export function dismissToast(id: number): void {
  clearTimeout(waiting.find((one) => one.id === id)?.timer)
  change(waiting.filter((one) => one.id !== id))
}

/** Hover and focus stop the clock, so that a slow reader can finish. */
export function holdToast(id: number): void {
  const held = waiting.find((one) => one.id === id)
  if (!held) return
  clearTimeout(held.timer)
  held.timer = undefined
}

export function releaseToast(id: number): void {
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
