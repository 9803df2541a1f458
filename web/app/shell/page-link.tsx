import { documentKind } from '@baobab/contract/kernel/pages.ts'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { prefersReducedData } from '../ui/prefers-reduced-data.ts'

/**
 * A link within the site. Loads its page's scripts when it is touched or focused, unless the device saves data. Loads a new document if the
 * router cannot lead there, because the page needs another kind of document.
 */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const [path = to] = to.split(/[?#]/)
  const prefetch = prefersReducedData() ? 'none' : 'intent'
  return <Link to={to} prefetch={prefetch} reloadDocument={documentKind(path) !== documentKind(pathname)} {...rest} />
}

/** A link to the parent page, for the top of a page. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <div className="back">
      <PageLink className={buttonClass({ kind: 'quiet', size: 'sm' })} to={to}>
        <Icon name="arrow-left" />
        {label}
      </PageLink>
    </div>
  )
}

type Props = Omit<ComponentProps<typeof Link>, 'to'> & {
  /** Where the public pages' script sends a logged-in student instead. */
  inApp?: string
}

/** A link from a public page to registration. */
export function RegisterLink({ inApp = paths.student.dashboard, ...rest }: Props) {
  return <Link to={paths.student.register} data-in-app={inApp} {...rest} />
}
