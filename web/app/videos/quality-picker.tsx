import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatMegabytes } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { findRendition, qualityLabels } from './quality.ts'
import { text } from './text.ts'
import { useQualityChoice } from './use-quality.ts'

/** Lists the qualities of a video with their sizes. Shows nothing for a video without a stream. */
export function QualityPicker({ video }: { video: Video }) {
  const { quality, isRemembered, isSavingData, choose, remember } = useQualityChoice(video._id)
  const playing = findRendition(video, quality)
  if (!playing) return null
  function handleChange(value: string) {
    const chosen = video.renditions.find(({ quality }) => quality === value)
    if (chosen) choose(chosen.quality)
  }
  return (
    <div className="stack stack-3" id={QUALITY_PICKER_ID}>
      <RadioGroup
        cards
        label={text.howMuchData}
        name={QUALITY_PICKER_ID}
        value={playing.quality}
        options={video.renditions.map((one) => ({
          value: one.quality,
          label: <b>{qualityLabels[one.quality].name}</b>,
          detail: qualityLabels[one.quality].detail,
          aside: formatMegabytes(one.bytes),
        }))}
        onChange={(event) => handleChange(event.target.value)}
      />
      {isSavingData && <Note>{text.savingData}</Note>}
      <Checkbox
        label={text.rememberQuality}
        checked={isRemembered}
        onChange={(event) => remember(event.target.checked)}
      />
    </div>
  )
}

// In a file of its own, because the picker loads more than the player needs.

export const QUALITY_PICKER_ID = 'data'

/** Scrolls to the quality picker and focuses the chosen quality. */
export function focusQualityPicker(): void {
  const group = document.getElementById(QUALITY_PICKER_ID)
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
}
