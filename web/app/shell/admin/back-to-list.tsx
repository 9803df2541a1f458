import type { MouseEvent } from 'react'
import { Link, useNavigate, type LinkProps } from 'react-router'
import { useAdminSession } from '../../api/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { findList, findStepsBack, loadVisits, mergeAddress, type ListVisit } from './list-visits.ts'
import { asLeft } from './use-list-visits.ts'

type Props = { /** The list without filters. */ to: string; label: string }

/** A link from an item back to its list as the admin left it, for the top of a page. */
export function BackToList({ to, label }: Props) {
  return (
    <div className="back">
      <Link className={buttonClass({ kind: 'quiet', size: 'sm' })} {...useLinkToList(to)}>
        <Icon name="arrow-left" />
        {label}
      </Link>
    </div>
  )
}

/** Returns props for a link to a list as it was left. */
export function useLinkToList(to: string): LinkToList {
  const username = useAdminSession()?.username ?? ''
  return useLinkToAddress(mergeAddress(to, findVisit(to, username)))
}

type LinkToList = Pick<LinkProps, 'to' | 'state' | 'onClick'>

/**
 * Returns props for a link to a list's address. If possible, the link goes back in the history, so that the browser restores the scroll
 * position and the earlier entries.
 */
export function useLinkToAddress(address: { pathname: string; search: string }): LinkToList {
  const navigate = useNavigate()
  const username = useAdminSession()?.username ?? ''
  const visit = findVisit(address.pathname + address.search, username)
  const isAsItWas = visit?.pathname === address.pathname && visit.search === address.search
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const list = findList(address)
    const steps = list === undefined ? undefined : findStepsBack(list, address)
    const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (steps === undefined || opensElsewhere) return
    event.preventDefault()
    void navigate(steps)
  }
  return { to: address, state: isAsItWas ? { ...(visit.state as object | null), ...asLeft } : undefined, onClick }
}

function findVisit(to: string, username: string): ListVisit | undefined {
  const [pathname = '', search = ''] = to.split('?')
  const list = findList({ pathname, search })
  return list === undefined ? undefined : loadVisits(username)[list]
}
