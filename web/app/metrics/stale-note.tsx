import { Note } from '../ui/note.tsx'
import { text } from './text.ts'

/** How often the numbers are loaded again while a day is not over, in milliseconds. */
export const REFRESH_MS = 60_000

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Says how old the numbers are when they could not be loaded again. */
export function StaleNote({ query }: { query: { isRefetchError: boolean; dataUpdatedAt: number } }) {
  if (!query.isRefetchError) return null
  return (
    <Note kind="warn" role="status">
      <p>{text.staleNumbers(time.format(query.dataUpdatedAt))}</p>
    </Note>
  )
}
