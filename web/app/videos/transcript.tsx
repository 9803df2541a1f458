import type { Video } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { splitParagraphs, parseTranscript } from './parse-transcript.ts'

/** The story as a text, for those without data for a film: an admin's own words, else the captions. */
export function Transcript({ video: { _id, title, transcript, captionsUrl, isLocked } }: { video: Video }) {
  const [isOpen, setOpen] = useState(false)
  const paragraphs = splitParagraphs(transcript)
  if (isLocked || (paragraphs.length === 0 && captionsUrl === null)) return null
  return (
    <details className="card story" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Read the story instead</h2>
        <span className="small muted">Text only</span>
        <Icon name="caret-down" size="sm" />
      </summary>
      {paragraphs.length > 0 ? (
        <Paragraphs of={paragraphs} />
      ) : (
        isOpen && captionsUrl && <Captions videoId={_id} title={title} captionsUrl={captionsUrl} />
      )}
    </details>
  )
}

function Paragraphs({ of }: { of: readonly string[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- nothing is put between or taken out
  return of.map((paragraph, at) => <p key={at}>{paragraph}</p>)
}

/** The words of the captions, fetched when the story is opened. */
function Captions({ videoId, title, captionsUrl }: { videoId: string; title: string; captionsUrl: string }) {
  const transcript = useQuery({
    // By the video, not by the link, which changes every few hours.
    queryKey: ['story', videoId, title],
    queryFn: ({ signal }) => fetchStory({ url: captionsUrl, title, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (transcript.data) return <Paragraphs of={transcript.data} />
  if (transcript.isError) {
    return (
      <div className="row story__failed" role="alert">
        <p>The story could not be fetched. Check your network.</p>
        <Button kind="line" size="sm" onClick={() => void transcript.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className="stack story__failed" aria-busy="true">
      <span className="sr" role="status">
        Loading the story...
      </span>
      <Skeleton />
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  )
}

type Fetching = { url: string; title: string; signal: AbortSignal }

async function fetchStory({ url, title, signal }: Fetching): Promise<string[]> {
  const reply = await fetch(url, { signal })
  if (!reply.ok) throw new Error(`The captions answered ${reply.status}`)
  return parseTranscript(await reply.text(), title)
}
