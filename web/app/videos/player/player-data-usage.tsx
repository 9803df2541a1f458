import { formatMegabytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { DATA_CHOICE, focusQualityPicker } from '../quality-picker.tsx'
import { qualityLabels } from '../quality.ts'
import type { Quality } from '@baobab/contract/videos.ts'

type Props = {
  cost: number
  /** Null where there is nothing to choose between. */
  quality: Quality | null
  hasStarted: boolean
  isKept: boolean
}

/** One line under the controls: what is chosen and what it costs. */
export function PlayerDataUsage({ cost, quality, hasStarted, isKept }: Props) {
  if (isKept) {
    return (
      <p className="ctl__data">
        <Icon name="device-mobile" size="sm" />
        Plays from your phone, uses no data
      </p>
    )
  }
  if (quality === null) {
    return hasStarted ? null : (
      <p className="ctl__data">
        <Icon name="device-mobile" size="sm" />
        Playing this uses {formatMegabytes(cost)}
      </p>
    )
  }
  return (
    <p className="ctl__data ctl__data--choice">
      <Icon name="download-simple" />
      <span>
        {qualityLabels[quality].name}, {formatMegabytes(cost)}
      </span>
      <a
        href={`#${DATA_CHOICE}`}
        aria-label="Change how much data"
        onClick={(event) => {
          event.preventDefault()
          focusQualityPicker()
        }}
      >
        Change
      </a>
    </p>
  )
}
