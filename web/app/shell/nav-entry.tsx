import { useLocation } from 'react-router'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from './page-link.tsx'
import { text } from './text.ts'

export type NavItem = {
  to: string
  label: string
  icon: IconName
  count?: number
  /** What the number counts, for screen readers; by default new items. */
  countLabel?: string
  /** Other paths for which this entry is the current one. */
  also?: readonly string[]
}

/** An entry of a sidebar or bottom bar, with `aria-current` on the current one. */
export function NavEntry({ to, label, icon, count = 0, countLabel, also = [] }: NavItem) {
  const { pathname } = useLocation()
  const isCurrent = [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <PageLink to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
      <Count of={count} label={countLabel} />
    </PageLink>
  )
}

/** The number of items, by default of new ones; nothing for 0. */
export function Count({ of: count, label = text.newItems }: { of: number; label?: string | undefined }) {
  if (count === 0) return null
  return (
    <span className="count">
      {count > 99 ? '99+' : count}
      <span className="sr">{label}</span>
    </span>
  )
}
