import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { captionsToParagraphs, splitParagraphs } from '@baobab/contract/videos/transcript.ts'
import { text } from './text.ts'
import { useTrack } from './use-track.ts'

/**
 * Shows the video's story as text, for students who cannot afford the data for the video: the admin's transcript, or
 * the captions if there is none.
 */
export function Transcript({ video }: { video: Video }) {
  const { transcript, captionsUrl, isLocked } = video
  const [isOpen, setOpen] = useState(false)
  const paragraphs = splitParagraphs(transcript)
  if (isLocked || (paragraphs.length === 0 && captionsUrl === null)) return null
  return (
    <details className="card transcript" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{text.transcriptTitle}</h2>
        <span className="small muted">{text.textOnly}</span>
        <Icon name="caret-down" size="sm" />
      </summary>
      {paragraphs.length > 0 ? (
        <Paragraphs video={video} paragraphs={paragraphs} isOpen={isOpen} />
      ) : (
        isOpen && captionsUrl && <CaptionsAsText video={video} captionsUrl={captionsUrl} />
      )}
    </details>
  )
}

type ParagraphsProps = { video: Video; paragraphs: readonly string[]; isOpen: boolean }

/** Shows the text. A student who has had it open for long enough has read it. */
function Paragraphs({ video: { _id: videoId, secondsToPlay }, paragraphs, isOpen }: ParagraphsProps) {
  useTrack(isOpen && secondsToPlay !== 0, ({ trackRead }) => trackRead({ videoId, paragraphs }))
  // oxlint-disable-next-line react/no-array-index-key -- the list never changes
  return paragraphs.map((paragraph, index) => <p key={index}>{paragraph}</p>)
}

/** Shows the text of the captions, which are downloaded when the transcript is opened. */
function CaptionsAsText({ video, captionsUrl }: { video: Video; captionsUrl: string }) {
  const { _id: videoId, title } = video
  const paragraphs = useQuery({
    // The key is the video and not the link, which changes every few hours.
    queryKey: ['transcript', videoId, title],
    queryFn: ({ signal }) => fetchParagraphs({ url: captionsUrl, title, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (paragraphs.data) return <Paragraphs video={video} paragraphs={paragraphs.data} isOpen />
  if (paragraphs.isError) {
    return (
      <div className="row transcript__failed" role="alert">
        <p>{text.transcriptFailed}</p>
        <Button kind="line" size="sm" onClick={() => void paragraphs.refetch()}>
          {text.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <div className="stack transcript__failed" aria-busy="true">
      <span className="sr" role="status">
        {text.transcriptLoading}
      </span>
      <Skeleton />
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  )
}

type FetchOptions = { url: string; title: string; signal: AbortSignal }

async function fetchParagraphs({ url, title, signal }: FetchOptions): Promise<string[]> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The captions could not be loaded: HTTP ${response.status}.`)
  return captionsToParagraphs(await response.text(), title)
}
