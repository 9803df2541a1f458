import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Kind = 'info' | 'ok' | 'bad' | 'warn'
type Props = {
  kind?: Kind
  icon?: IconName
  /** `status` or `alert` if the note appears after a user action. */
  role?: 'status' | 'alert'
  children: ReactNode
}

const icons: Record<Kind, IconName> = { info: 'question', ok: 'check-circle', bad: 'warning-circle', warn: 'warning' }

export function Note({ kind = 'info', icon = icons[kind], role, children }: Props) {
  return (
    <div className={kind === 'info' ? 'note' : `note note--${kind}`} role={role}>
      <Icon name={icon} />
      <div className="grow">{children}</div>
    </div>
  )
}
