import { readOwnHold } from '@baobab/contract/fair-play/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { Later } from '../shell/later.tsx'
import { Note } from '../ui/note.tsx'
import { text } from './text.ts'

const loadCard = async () => (await import('./hold-card.tsx')).HoldCard

/**
 * Tells a student whose points are being checked why. Shows nothing to anybody else, or while it is not known, so that it does not
 * frighten other students.
 */
export function OwnHold() {
  const hold = useQuery(apiQuery(readOwnHold, {})).data?.hold
  if (!hold) return null
  const failed = (
    <Note kind="warn">
      {text.checking}. {text.pointsStay}
    </Note>
  )
  return <Later load={loadCard} props={{ hold }} failed={failed} />
}
