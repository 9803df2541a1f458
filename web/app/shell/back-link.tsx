import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from './page-link.tsx'

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
