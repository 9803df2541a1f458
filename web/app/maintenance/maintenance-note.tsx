import { type Maintenance, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import type { ReactNode } from 'react'
import { useServerTime } from '../api/use-server-time.ts'
import { Note } from '../ui/note.tsx'

/** Describes maintenance as of a moment in server time. */
export function describeMaintenance({ phase, startsAt, expectedEndAt }: Maintenance, nowMs: number): string {
  const times = { startsAt: new Date(startsAt), expectedEndAt: new Date(expectedEndAt), now: new Date(nowMs) }
  return maintenanceText[phase](times)
}

/** Says that maintenance is planned or under way. */
export function MaintenanceNote({ maintenance }: { maintenance: Maintenance }): ReactNode {
  const description = useServerTime((nowMs) => describeMaintenance(maintenance, nowMs))
  return (
    <Note kind={maintenance.phase === 'planned' ? 'info' : 'warn'} icon="timer" role="status">
      {description}
    </Note>
  )
}
