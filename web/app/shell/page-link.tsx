import { isPaymentPage } from '@baobab/contract/pages.ts'
import { Link, useLocation, type LinkProps } from 'react-router'

/** A link around pages: a full load into and out of the pages of paying, which need a document of their own. */
export function PageLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation()
  const [path = to] = to.split(/[?#]/)
  return <Link to={to} reloadDocument={isPaymentPage(path) || isPaymentPage(pathname)} {...rest} />
}
