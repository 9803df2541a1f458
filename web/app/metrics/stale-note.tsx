import { Note } from '../ui/note.tsx'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Numbers that could not be read again, without a network for one, say how old they are. */
export function StaleNote({ query }: { query: { isRefetchError: boolean; dataUpdatedAt: number } }) {
  if (!query.isRefetchError) return null
  return (
    <Note kind="warn" role="status">
      <p>These are the numbers of {time.format(query.dataUpdatedAt)}. Newer ones cannot be read at the moment.</p>
    </Note>
  )
}
