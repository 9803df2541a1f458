import type { ReactNode } from 'react'
import { formatMegabytes, formatDuration } from './format.ts'
import { Icon } from './icon.tsx'
import { Motif, type MotifName } from './motif.tsx'

export type Cover = {
  /** Without a poster the cover shows a motif. */
  posterUrl?: string | null | undefined
  motif?: MotifName
}

type Props = Cover & { isLocked?: boolean; children?: ReactNode }

/** The cover of a video. Decorative: the title is shown beside it. */
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

/** Length and size on a cover: '3:40 · 4 MB'. */
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
