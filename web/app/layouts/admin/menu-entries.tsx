// The entries of the admin menu: the main pages, then groups that fold.
import { adminPages, mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import { adminMenuGroups, type AdminMenuGroup } from '@baobab/contract/kernel/page.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { phoneStorage } from '../../browser/storage.ts'
import { Count, isNavItemAt, listNavItems, NavEntry, NavWarning, type NavItem } from '../../shell/nav-entry.tsx'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'
import { useMenuMarks } from './use-menu-marks.ts'

const KEY = 'foldedMenuGroups'
/** On shorter screens, the groups are folded until an admin opens them. */
const ROOM_FOR_ALL = '(min-height: 760px)'

/** Returns the groups that were folded on this device, or that are folded at first. */
export function readFolded(stored: string | null, hasRoom: boolean): readonly AdminMenuGroup[] {
  if (stored === null) return hasRoom ? [] : adminMenuGroups
  const names = stored.split(' ')
  return adminMenuGroups.filter((group) => names.includes(group))
}

/** Remembers on this device which groups of the menu are folded. */
function useFoldedGroups() {
  const [folded, setFolded] = useState(() => readFolded(phoneStorage.getItem(KEY), matchMedia(ROOM_FOR_ALL).matches))
  function fold(group: AdminMenuGroup, isFolded: boolean) {
    const changed = adminMenuGroups.filter((one) => (one === group ? isFolded : folded.includes(one)))
    setFolded(changed)
    phoneStorage.setItem(KEY, changed.join(' '))
  }
  return { folded, fold }
}

/** Lists the pages that an admin may open. */
export function MenuEntries({ roles }: { roles: readonly AdminRole[] | undefined }) {
  const { pathname } = useLocation()
  const { folded, fold } = useFoldedGroups()
  const marks: Readonly<Record<string, Partial<NavItem>>> = useMenuMarks()
  const listItems = (group: 'main' | AdminMenuGroup) =>
    listNavItems(adminPages, group)
      .filter(({ to }) => roles && mayOpen(roles, to))
      .map((item) => ({ ...item, ...marks[item.to] }))
  return (
    <>
      {listItems('main').map((item) => (
        <NavEntry key={item.to} {...item} />
      ))}
      {adminMenuGroups.map((group) => {
        const items = listItems(group)
        const isCurrent = items.some((item) => isNavItemAt(item, pathname))
        const isOpen = isCurrent || !folded.includes(group)
        return (
          items.length > 0 && (
            <MenuGroup
              key={group}
              label={text.menuGroups[group]}
              items={items}
              isOpen={isOpen}
              onToggle={() => fold(group, isOpen)}
              isFixed={isCurrent}
            />
          )
        )
      })}
    </>
  )
}

type GroupProps = { label: string; items: NavItem[]; isOpen: boolean; isFixed: boolean; onToggle: () => void }

/** A group of entries. While it is folded, its heading shows what its entries count. The group of the current page stays open. */
function MenuGroup({ label, items, isOpen, isFixed, onToggle }: GroupProps) {
  const counted = items.reduce((sum, { count = 0 }) => sum + count, 0)
  const warning = items.find((item) => item.warning !== undefined)?.warning
  return (
    <div className="nav-group">
      <button type="button" className="nav-group__h" aria-expanded={isOpen} disabled={isFixed} onClick={onToggle}>
        <span className="nav-label">{label}</span>
        {!isOpen && warning !== undefined && <NavWarning label={warning} />}
        {!isOpen && <Count of={counted} label={text.waiting} />}
        <Icon name="caret-down" />
      </button>
      {isOpen && items.map((item) => <NavEntry key={item.to} {...item} />)}
    </div>
  )
}
