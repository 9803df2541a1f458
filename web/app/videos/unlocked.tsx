import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { paths } from '../paths.ts'
import { useMakeAPayment } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { text } from './text.ts'

/** Marks the card of a video that a payment has opened, until the student opens it. */
export function UnlockedChip({ video }: { video: Video }) {
  if (!isNewlyUnlocked(video)) return null
  return (
    <Chip kind="ok" icon="check">
      {text.unlocked}
    </Chip>
  )
}

/** Returns whether a payment has opened a video that the student has not opened yet. */
export function isNewlyUnlocked({ access, isLocked, isWatched, seenAt }: Video): boolean {
  return access === 'premium' && !isLocked && !isWatched && seenAt === null
}

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
