import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { useIsScreenQuiet } from './quiet-screen.ts'
import { currentToasts, dismissToast, pauseToast, onToasts, resumeToast, type Toast, type ToastKind } from './toasts.ts'
import { text } from './text.ts'

export { toast } from './toasts.ts'

const icons: Record<ToastKind, IconName> = { ok: 'check-circle', bad: 'warning-circle', warn: 'warning' }
const NONE: readonly Toast[] = []

/**
 * Rendered once, in the root. Its live regions exist before any toast, so that screen readers announce each one. During a quiz toasts are
 * not painted.
 */
export function ToastHost() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => NONE)
  const isQuiet = useIsScreenQuiet()
  const show = isQuiet ? announce : paint
  return (
    <div className={isQuiet ? 'sr' : 'toasts'}>
      <div role="status">{toasts.filter((one) => one.kind === 'ok').map(show)}</div>
      <div role="alert">{toasts.filter((one) => one.kind !== 'ok').map(show)}</div>
    </div>
  )
}

const announce = ({ id, message }: Toast) => <p key={id}>{message}</p>

function paint({ id, kind, message }: Toast) {
  return (
    <div
      key={id}
      className={kind === 'ok' ? 'toast' : `toast toast--${kind}`}
      // Only for mice: a finger does not leave a toast, which would stay paused until the next touch.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && pauseToast(id)}
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
