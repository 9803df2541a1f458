import { Quality, type Video } from '@baobab/contract/videos.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { megabytes } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { qualityWords, renditionOf } from './quality.ts'
import { useQualityChoice } from './use-quality.ts'

export const DATA_CHOICE = 'data'

/** What a film may be played in, each with what it costs. A film without a stream leaves no choice. */
export function DataChoice({ video }: { video: Video }) {
  const { quality, isRemembered, isSavingData, choose, remember } = useQualityChoice(video._id)
  const playing = renditionOf(video, quality)
  if (!playing) return null
  return (
    <div className="stack stack-3" id={DATA_CHOICE}>
      <RadioGroup
        cards
        label="How much data?"
        name={DATA_CHOICE}
        value={playing.quality}
        options={video.renditions.map((one) => ({
          value: one.quality,
          label: <b>{qualityWords[one.quality].name}</b>,
          detail: qualityWords[one.quality].detail,
          aside: megabytes(one.bytes),
        }))}
        onChange={(event) => choose(Quality.parse(event.target.value))}
      />
      {isSavingData && <Note>Your phone asks to save data, so films play in Data saver. You can still change it.</Note>}
      <Checkbox
        label="Remember for every video"
        checked={isRemembered}
        onChange={(event) => remember(event.target.checked)}
      />
    </div>
  )
}

/** Brings the choice into view and the focus to what is chosen. */
export function showDataChoice(): void {
  const group = document.getElementById(DATA_CHOICE)
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
}
