import { paths } from '../paths.ts'
import { useMakeAPayment } from '../settings/use-price.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'

/** Links to the payment that opens a premium video. */
export function UnlockLink({ title, size = 'md' }: { title: string; size?: 'sm' | 'md' }) {
  const label = useMakeAPayment()
  return (
    <PageLink
      className={buttonClass({ kind: 'line', size })}
      to={paths.student.payment}
      aria-label={`${label}: ${title}`}
    >
      {label}
    </PageLink>
  )
}
