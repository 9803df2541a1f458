import { documentKind } from '@baobab/contract/kernel/pages.ts'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { prefersReducedData } from '../ui/prefers-reduced-data.ts'

/**
 * A link within the site. Loads the scripts of its page when it is touched or focused, unless the device saves data. Loads a
 * new document where the router cannot lead: to a page that needs another kind of document.
 */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const [path = to] = to.split(/[?#]/)
  const prefetch = prefersReducedData() ? 'none' : 'intent'
  return <Link to={to} prefetch={prefetch} reloadDocument={documentKind(path) !== documentKind(pathname)} {...rest} />
}
