import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Props = { kind?: 'plain' | 'ok' | 'warn' | 'bad' | 'info' | 'earth'; icon?: IconName; children: ReactNode }

export function Chip({ kind = 'plain', icon, children }: Props) {
  return (
    <span className={kind === 'plain' ? 'chip' : `chip chip--${kind}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
