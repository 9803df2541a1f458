import { NavLink, useLocation } from 'react-router'
import { isPaymentPage } from '../paths.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

export type NavItem = { to: string; label: string; icon: IconName; count?: number }

/** One entry of a sidebar or bottom bar; React Router sets `aria-current` on the page one is on. */
export function NavEntry({ to, label, icon, count = 0 }: NavItem) {
  const { pathname } = useLocation()
  return (
    <NavLink to={to} reloadDocument={isPaymentPage(to) || isPaymentPage(pathname)}>
      <Icon name={icon} />
      {label}
      {count > 0 && (
        <span className="count">
          {count > 99 ? '99+' : count}
          <span className="sr"> new</span>
        </span>
      )}
    </NavLink>
  )
}
