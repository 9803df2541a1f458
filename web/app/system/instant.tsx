import { formatShortDay, formatTime } from '../ui/format.ts'

/** A time in the last or next few days: '22 Nov, 10:36 am'. */
export function Instant({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time className="sysat" dateTime={at}>
      {`${formatShortDay(date)}, ${formatTime(date)}`}
    </time>
  )
}
