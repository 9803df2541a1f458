import { posterSrcSet } from '@baobab/contract/videos/rules.ts'
import type { ReactNode } from 'react'
import { Chip } from './chip.tsx'
import { formatCount, formatMegabytes, formatDuration } from './format.ts'
import { Icon } from './icon.tsx'
import { Motif, type MotifName } from './motif.tsx'

type Props = Cover & {
  title: string
  description?: string
  durationSeconds?: number | null
  sizeBytes?: number | null
  questionCount?: number | undefined
  isLocked?: boolean
  /** Short labels, such as the values of the video. */
  tags?: readonly string[]
  /** Whether its cover is the first picture of the page. */
  isFirst?: boolean
  /** Whether it has a frame, because it is the video that the user came for. */
  isMarked?: boolean
  heading?: 'h1' | 'h2' | 'h3'
  /** Shown in place of the cover, such as a player. */
  media?: ReactNode
  /** Actions: a link or button, or a row of them. */
  children?: ReactNode
}

export function VideoCard(props: Props) {
  const { title, description, posterUrl, questionCount, isLocked = false, tags = [], children } = props
  const Heading = props.heading ?? 'h3'
  return (
    <article className={props.isMarked ? 'card vcard vcard--marked' : 'card vcard'}>
      {props.media ?? (
        <Thumb
          posterUrl={posterUrl}
          isLocked={isLocked}
          isFirst={props.isFirst ?? false}
          {...(props.motif && { motif: props.motif })}
        >
          <CostTag durationSeconds={props.durationSeconds ?? null} sizeBytes={props.sizeBytes ?? null} />
        </Thumb>
      )}
      <div className="vcard__b">
        <Heading className="vcard__t">{title}</Heading>
        <p>{description}</p>
        {tags.length > 0 && (
          <ul className="chips">
            {tags.map((tag) => (
              <li key={tag}>
                <Chip kind="earth">{tag}</Chip>
              </li>
            ))}
          </ul>
        )}
        <div className="vcard__f">
          {questionCount !== undefined && <Chip icon="question">{formatCount(questionCount, 'question')}</Chip>}
          {children}
        </div>
      </div>
    </article>
  )
}

/** The content of a row in a list of videos. The page wraps it: `<Link className="vrow" to={...}><VideoRow ... /></Link>`. */
export function VideoRow({ title, detail, ...cover }: Cover & { title: string; detail: ReactNode }) {
  return (
    <>
      <Thumb {...cover} shownIn="row" />
      <span className="vrow__t">
        <b>{title}</b>
        <span className="small muted">{detail}</span>
      </span>
    </>
  )
}

type Cover = {
  /** Without a poster the cover shows a motif. */
  posterUrl?: string | null | undefined
  motif?: MotifName
}

/** The maximum width of a cover, by which the browser chooses the poster's size. */
const shownWidths = {
  row: '112px',
  card: '(min-width: 960px) 370px, (min-width: 640px) 50vw, 100vw',
  player: '(min-width: 960px) 760px, 100vw',
}

type ThumbProps = Cover & {
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
}: ThumbProps) {
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
