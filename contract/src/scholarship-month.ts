// The scholarship's month: the calendar month in Lagos, its end and the moment of its draw (draw.md 4, decisions 7).
import { lagosDate } from './age.ts'

export type ScholarshipMonth = {
  /** YYYY-MM */
  month: string
  /** The last millisecond whose points count. */
  closesAt: Date
  /** Not before this moment is the winner drawn: the 3rd of the next month, 12:00 UTC. */
  drawsAt: Date
}

/** The month that is running in Lagos at an instant. */
export function scholarshipMonth(now: Date): ScholarshipMonth {
  const month = lagosDate(now).slice(0, 7)
  const next = followingMonth(month)
  return {
    month,
    closesAt: new Date(Date.parse(`${next}-01T00:00:00+01:00`) - 1),
    drawsAt: new Date(`${next}-03T12:00:00Z`),
  }
}

function followingMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
