import { useLocation } from 'react-router'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from './page-link.tsx'

export type NavItem = {
  to: string
  label: string
  icon: IconName
  count?: number
  /** Other addresses of the same part of the product. */
  also?: readonly string[]
}

/** One entry of a sidebar or bottom bar; `aria-current` marks the part one is in. */
export function NavEntry({ to, label, icon, count = 0, also = [] }: NavItem) {
  const { pathname } = useLocation()
  const isHere = [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <PageLink to={to} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
      <Count of={count} />
    </PageLink>
  )
}

/** How many are new; nothing where none are. */
export function Count({ of: count }: { of: number }) {
  if (count === 0) return null
  return (
    <span className="count">
      {count > 99 ? '99+' : count}
      <span className="sr"> new</span>
    </span>
  )
}
