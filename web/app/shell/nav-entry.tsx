import { sitePages } from '@baobab/contract/kernel/page-table.ts'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { useLocation } from 'react-router'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from './page-link.tsx'
import { text } from './text.ts'

export type NavItem = {
  to: string
  label: string
  icon: IconName
  count?: number
  /** What the number counts, for screen readers; new items by default. */
  countLabel?: string
  /** Says what is broken on the page; the entry then has a warning sign. */
  warning?: string | undefined
  /** Other paths where this entry is the current one. */
  also?: readonly string[]
}

type MenuPage = Page & { menu?: { icon: IconName } }
type MenuGroup = NonNullable<Page['menu']>['group']

/** Returns the entries of the page menu, or of one of its groups. */
export function listNavItems(pages: readonly MenuPage[], group?: MenuGroup): NavItem[] {
  return pages.flatMap(({ path, also = [], title, menu }) => {
    if (menu === undefined || title === undefined || (group !== undefined && menu.group !== group)) return []
    const below = pages.filter(({ under }) => under === path).map((page) => page.path)
    return [{ to: path, label: title, icon: menu.icon, also: [...also, ...below] }]
  })
}

/** An entry in a sidebar or bottom bar. The current one has `aria-current`. */
export function NavEntry({ to, label, icon, count = 0, countLabel, warning, also = [] }: NavItem) {
  const { pathname } = useLocation()
  const isCurrent = isNavItemAt({ to, also }, pathname)
  return (
    <PageLink to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      <span className="nav-label">{label}</span>
      {warning !== undefined && <NavWarning label={warning} />}
      <Count of={count} label={countLabel} />
    </PageLink>
  )
}

/** Returns whether a path is that of an entry's page, or of a page under it. */
export const isNavItemAt = ({ to, also = [] }: Pick<NavItem, 'to' | 'also'>, pathname: string): boolean =>
  [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`))

/** The sign of an entry whose page says that something is broken. */
export function NavWarning({ label }: { label: string }) {
  return (
    <span className="nav-warning">
      <Icon name="warning-circle" />
      <span className="sr">{label}</span>
    </span>
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

/** The student's main pages. */
export const mainItems = listNavItems(sitePages, 'main')

/** The student's menu at the bottom of small screens. */
export function StudentTabs() {
  return (
    <nav className="bnav" aria-label={text.student}>
      {mainItems.map((item) => (
        <NavEntry key={item.to} {...item} />
      ))}
    </nav>
  )
}
