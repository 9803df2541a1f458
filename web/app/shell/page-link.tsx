import { isPaymentPage } from '@baobab/contract/pages.ts'
import { Link, useLocation, type LinkProps } from 'react-router'

/** A link that loads a new document into and out of the payment pages, which have a content policy of their own. */
export function PageLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const [path = to] = to.split(/[?#]/)
  return <Link to={to} reloadDocument={isPaymentPage(path) || isPaymentPage(pathname)} {...rest} />
}
