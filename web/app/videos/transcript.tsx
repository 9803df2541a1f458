import { languageNames } from '@baobab/contract/kernel/languages.ts'
import { listCaptions, type Captions } from './captions.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { captionsToParagraphs, splitParagraphs } from '@baobab/contract/videos/transcript.ts'
import { text } from './text.ts'
import { useCaptionsLanguage } from './use-captions-language.ts'
import { useTrack } from './use-track.ts'

/**
 * Shows the video's story as text, for students who cannot afford the data for the video: the admin's transcript, or
 * the captions if there is none.
 */
export function Transcript({ video }: { video: Video }) {
  const { transcript, isLocked } = video
  const [isOpen, setOpen] = useState(false)
  const paragraphs = splitParagraphs(transcript)
  const captions = listCaptions(video)
  if (isLocked || (paragraphs.length === 0 && captions.length === 0)) return null
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
        isOpen && <CaptionsAsText video={video} captions={captions} />
      )}
    </details>
  )
}

type ParagraphsProps = { video: Video; paragraphs: readonly string[]; isOpen: boolean; language?: string }

/** Shows the text. A student who has had it open for long enough has read it. */
function Paragraphs({ video: { _id: videoId, secondsToPlay }, paragraphs, isOpen, language }: ParagraphsProps) {
  useTrack(isOpen && secondsToPlay !== 0, ({ trackRead }) => trackRead({ videoId, paragraphs }))
  return paragraphs.map((paragraph, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the list never changes
    <p key={index} lang={language}>
      {paragraph}
    </p>
  ))
}

/** Shows the text of the captions in the language of the player, or lets the student choose another. */
function CaptionsAsText({ video, captions }: { video: Video; captions: readonly Captions[] }) {
  const { chosen, choose } = useCaptionsLanguage(captions)
  return (
    <>
      {captions.length > 1 && (
        <Select
          label={text.transcriptLanguage}
          value={chosen?.language}
          options={captions.map(({ language }) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => choose(event.target.value)}
        />
      )}
      {chosen && <TextOfCaptions key={chosen.language} video={video} captions={chosen} />}
    </>
  )
}

/** Shows the text of captions, which are downloaded when the transcript is opened. */
function TextOfCaptions({ video, captions: { language, url } }: { video: Video; captions: Captions }) {
  const { _id: videoId, title } = video
  const paragraphs = useQuery({
    // The key is the video and the language, and not the link, which changes every few hours.
    queryKey: ['transcript', videoId, title, language],
    queryFn: ({ signal }) => fetchParagraphs({ url, title, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (paragraphs.data) return <Paragraphs video={video} paragraphs={paragraphs.data} isOpen language={language} />
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
