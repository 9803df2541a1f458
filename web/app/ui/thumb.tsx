import type { ReactNode } from 'react'
import { formatMegabytes, formatDuration } from './format.ts'
import { Icon } from './icon.tsx'
import { Motif, type MotifName } from './motif.tsx'

export type Cover = {
  /** The poster's address; without one the cover is plain cloth with a motif. */
  posterUrl?: string | null | undefined
  motif?: MotifName
}

type Props = Cover & { isLocked?: boolean; children?: ReactNode }

/** A video's cover in its stitched frame. Decorative: the title stands beside it. */
export function Thumb({ posterUrl, motif = 'moon', isLocked = false, children }: Props) {
  return (
    <span className={isLocked ? 'thumb thumb--locked' : 'thumb'}>
      {posterUrl ? (
        <img className="thumb-art" src={posterUrl} alt="" loading="lazy" decoding="async" width={320} height={180} />
      ) : (
        <Motif name={motif} />
      )}
      {isLocked && (
        <span className="play">
          <Icon name="lock-simple" size="lg" />
        </span>
      )}
      {children}
    </span>
  )
}

/** Length and cost, shown on the cover before the tap: '3:40 · 4 MB'. */
export function CostTag({
  durationSeconds,
  sizeBytes,
}: {
  durationSeconds?: number | null
  sizeBytes?: number | null
}) {
  const parts = [durationSeconds && formatDuration(durationSeconds), sizeBytes && formatMegabytes(sizeBytes)].filter(
    Boolean,
  )
  if (parts.length === 0) return null
  return (
    <span className="tag">
      <Icon name="play" />
      {parts.join(' · ')}
    </span>
  )
}
