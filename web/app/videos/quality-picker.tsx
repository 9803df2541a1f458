import { Quality, type Video } from '@baobab/contract/videos.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatMegabytes } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { qualityLabels, findRendition } from './quality.ts'
import { useQualityChoice } from './use-quality.ts'

export const DATA_CHOICE = 'data'

/** What a film may be played in, each with what it costs. A film without a stream leaves no choice. */
export function QualityPicker({ video }: { video: Video }) {
  const { quality, isRemembered, isSavingData, choose, remember } = useQualityChoice(video._id)
  const playing = findRendition(video, quality)
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
          label: <b>{qualityLabels[one.quality].name}</b>,
          detail: qualityLabels[one.quality].detail,
          aside: formatMegabytes(one.bytes),
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
export function focusQualityPicker(): void {
  const group = document.getElementById(DATA_CHOICE)
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
}
