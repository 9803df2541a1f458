// Shows each admin only what their roles may do. This avoids dead ends; the server refuses everything else anyway.
import { isAllowed, type Who } from '@baobab/contract/accounts/rules.ts'
import type { ReactNode } from 'react'
import { rolesOf, useAdminSession } from '../api/session.ts'

/** Whether the admin's roles may call an endpoint: `useIsAllowed(deleteVideo.who)`. */
export function useIsAllowed(who: Who): boolean {
  return isAllowed(who, rolesOf(useAdminSession()))
}

type Props = {
  /** Who may call the endpoint behind a button, or behind the page that a link opens. */
  who: Who
  /** Shown to everyone else; nothing by default. */
  otherwise?: ReactNode
  children: ReactNode
}

/** Renders its children only for admins whose roles are allowed. */
export function IfAllowed({ who, otherwise = null, children }: Props) {
  return useIsAllowed(who) ? children : otherwise
}
