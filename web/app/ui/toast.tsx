import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { currentToasts, dismissToast, pauseToast, onToasts, resumeToast, type Toast, type ToastKind } from './toasts.ts'
import { text } from './text.ts'

export { toast } from './toasts.ts'

const icons: Record<ToastKind, IconName> = { ok: 'check-circle', bad: 'warning-circle', warn: 'warning' }
const NONE: readonly Toast[] = []

/** Rendered once, in the root. Its live regions exist before any toast, so that screen readers announce each one. */
export function ToastHost() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => NONE)
  return (
    <div className="toasts">
      <div role="status">{toasts.filter((one) => one.kind === 'ok').map(show)}</div>
      <div role="alert">{toasts.filter((one) => one.kind !== 'ok').map(show)}</div>
    </div>
  )
}

function show({ id, kind, message }: Toast) {
  return (
    <div
      key={id}
      className={kind === 'ok' ? 'toast' : `toast toast--${kind}`}
      onPointerEnter={() => pauseToast(id)}
      onPointerLeave={() => resumeToast(id)}
      onFocus={() => pauseToast(id)}
      onBlur={() => resumeToast(id)}
    >
      <Icon name={icons[kind]} />
      <span className="grow">{message}</span>
      <button type="button" className="icon-btn" aria-label={text.close} onClick={() => dismissToast(id)}>
        <Icon name="x" size="sm" />
      </button>
    </div>
  )
}
