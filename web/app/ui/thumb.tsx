import { posterSrcSet } from '@baobab/contract/videos/rules.ts'
import type { ReactNode } from 'react'
import { formatMegabytes, formatDuration } from './format.ts'
import { Icon } from './icon.tsx'
import { Motif, type MotifName } from './motif.tsx'

export type Cover = {
  /** Without a poster the cover shows a motif. */
  posterUrl?: string | null | undefined
  motif?: MotifName
}

/** How wide a cover is shown at most, by which the browser chooses a size of the poster. */
const shownWidths = {
  row: '112px',
  card: '(min-width: 960px) 370px, (min-width: 640px) 50vw, 100vw',
  player: '(min-width: 960px) 760px, 100vw',
}

type Props = Cover & {
  isLocked?: boolean
  /** Where it is shown; default a card. */
  shownIn?: keyof typeof shownWidths
  /** Whether it is the first picture of the page, which loads before all others. */
  isFirst?: boolean
  children?: ReactNode
}

/** The cover of a video. Decorative: the title is shown beside it. */
export function Thumb({
  posterUrl,
  motif = 'moon',
  isLocked = false,
  shownIn = 'card',
  isFirst = false,
  children,
}: Props) {
  const srcSet = posterUrl ? posterSrcSet(posterUrl, shownIn === 'player' ? 'player' : 'card') : undefined
  return (
    <span className={isLocked ? 'thumb thumb--locked' : 'thumb'}>
      {posterUrl ? (
        <img
          className="thumb-art"
          alt=""
          width={320}
          height={180}
          decoding="async"
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          // The size is chosen before the address is known, so that no other one is loaded.
          {...(srcSet !== undefined && { sizes: shownWidths[shownIn], srcSet })}
          src={posterUrl}
        />
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
