import type { Maintenance } from '@baobab/contract/maintenance.ts'
import { maintenanceText } from '@baobab/contract/maintenance-text.ts'
import { Note } from '../ui/note.tsx'
import { useMaintenance } from './use-maintenance.ts'

/** Describes a maintenance at this moment of the phone's clock, which decides only how the times are written. */
export function describeMaintenance({ phase, startsAt, expectedEndAt }: Maintenance): string {
  const times = { startsAt: new Date(startsAt), expectedEndAt: new Date(expectedEndAt), now: new Date() }
  return maintenanceText[phase](times)
}

/** Says on every student page that maintenance is planned or on; shows nothing otherwise. */
export function MaintenanceBar() {
  const maintenance = useMaintenance()
  if (!maintenance) return null
  return (
    <Note kind={maintenance.phase === 'planned' ? 'info' : 'warn'} icon="timer" role="status">
      {describeMaintenance(maintenance)}
    </Note>
  )
}
