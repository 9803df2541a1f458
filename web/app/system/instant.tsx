import { formatShortDay, formatTime } from '../ui/format.ts'

/** A time of the last or next days: '22 Nov, 10:36 am'. */
export function Instant({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time className="sysat" dateTime={at}>
      {`${formatShortDay(date)}, ${formatTime(date)}`}
    </time>
  )
}
