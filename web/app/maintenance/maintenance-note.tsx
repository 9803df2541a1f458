import { type Maintenance, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import type { ReactNode } from 'react'
import { Note } from '../ui/note.tsx'

/** Describes a maintenance at this moment of the phone's clock, which decides only how the times are written. */
export function describeMaintenance({ phase, startsAt, expectedEndAt }: Maintenance): string {
  const times = { startsAt: new Date(startsAt), expectedEndAt: new Date(expectedEndAt), now: new Date() }
  return maintenanceText[phase](times)
}

/** Says that maintenance is planned or on. */
export function MaintenanceNote({ maintenance }: { maintenance: Maintenance }): ReactNode {
  return (
    <Note kind={maintenance.phase === 'planned' ? 'info' : 'warn'} icon="timer" role="status">
      {describeMaintenance(maintenance)}
    </Note>
  )
}
