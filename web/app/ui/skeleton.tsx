import type { ReactNode } from 'react'

type Shape = 'line' | 'short' | 'title' | 'thumb' | 'square' | 'option' | 'number' | 'button'

/** A placeholder shaped like the content that is loading. */
export function Skeleton({ shape = 'line' }: { shape?: Shape }) {
  return <span className={`sk sk--${shape}`} />
}

/** Announces `text` ("Loading videos...") to screen readers, and shows it above the skeletons unless `isQuiet`. */
export function Loading({
  text,
  isQuiet = false,
  children,
}: {
  text: string
  isQuiet?: boolean
  children?: ReactNode
}) {
  return (
    <div className="stack" aria-busy="true">
      <p className={isQuiet ? 'sr' : 'muted'} role="status">
        {text}
      </p>
      {children}
    </div>
  )
}

export function VideoCardSkeleton() {
  return (
    <div className="card vcard" aria-hidden="true">
      <Skeleton shape="thumb" />
      <div className="vcard__b">
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="short" />
        <div className="vcard__f">
          <Skeleton shape="number" />
          <Skeleton shape="button" />
        </div>
      </div>
    </div>
  )
}

export function VideoRowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className="stack" aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        <div className="vrow" key={at}>
          <Skeleton shape="thumb" />
          <span className="stack stack-2">
            <Skeleton />
            <Skeleton shape="short" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** List rows with a square, a line and a number each. */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className="stack" aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        <div className="row nowrap" key={at}>
          <Skeleton shape="square" />
          <span className="grow">
            <Skeleton />
          </span>
          <Skeleton shape="number" />
        </div>
      ))}
    </div>
  )
}
