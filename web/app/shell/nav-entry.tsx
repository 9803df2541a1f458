import { useLocation } from 'react-router'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from './page-link.tsx'
import { text } from './text.ts'

export type NavItem = {
  to: string
  label: string
  icon: IconName
  count?: number
  /** Other paths for which this entry is the current one. */
  also?: readonly string[]
}

/** An entry of a sidebar or bottom bar, with `aria-current` on the current one. */
export function NavEntry({ to, label, icon, count = 0, also = [] }: NavItem) {
  const { pathname } = useLocation()
  const isCurrent = [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <PageLink to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
      <Count of={count} />
    </PageLink>
  )
}

/** The number of new items; nothing for 0. */
export function Count({ of: count }: { of: number }) {
  if (count === 0) return null
  return (
    <span className="count">
      {count > 99 ? '99+' : count}
      <span className="sr">{text.newItems}</span>
    </span>
  )
}
