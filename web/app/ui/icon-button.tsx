import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string; danger?: boolean }

/** A button with an icon only. Screen readers read `label`. */
export function IconButton({ icon, label, danger = false, type = 'button', ...rest }: Props) {
  return (
    <button {...rest} type={type} className={danger ? 'icon-btn icon-btn--danger' : 'icon-btn'} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
