import type { ReactNode } from 'react'
import { Chip } from './chip.tsx'
import { formatCount } from './format.ts'
import { CostTag, Thumb, type Cover } from './thumb.tsx'

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
  /** Framed, because the user asked for it. */
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
