import { isPaymentPage, isScriptFreePage } from '@baobab/contract/pages.ts'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'

/**
 * A link that loads a new document where the router cannot lead: into and out of the payment pages, which have a content
 * policy of their own, and to the pages that are not part of the app.
 */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const [path = to] = to.split(/[?#]/)
  return (
    <Link to={to} reloadDocument={isPaymentPage(path) || isPaymentPage(pathname) || isScriptFreePage(path)} {...rest} />
  )
}
