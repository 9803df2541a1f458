import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { storyOf } from './story-of.ts'

type Props = { videoId: string; title: string; captionsUrl: string }

/** The story as a text, for those without data for a film. Its words are the captions, fetched when it is opened. */
export function Story(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="card story" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Read the story instead</h2>
        <span className="small muted">Text only</span>
        <Icon name="caret-down" size="sm" />
      </summary>
      {isOpen && <Words {...props} />}
    </details>
  )
}

function Words({ videoId, title, captionsUrl }: Props) {
  const story = useQuery({
    // By the video, not by the link, which changes every few hours.
    queryKey: ['story', videoId, title],
    queryFn: ({ signal }) => fetchStory({ url: captionsUrl, title, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (story.data) return story.data.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
  if (story.isError) {
    return (
      <div className="row story__failed" role="alert">
        <p>The story could not be fetched. Check your network.</p>
        <Button kind="line" size="sm" onClick={() => void story.refetch()}>
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
  return storyOf(await reply.text(), title)
}
