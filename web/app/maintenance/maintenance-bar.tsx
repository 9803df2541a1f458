import type { Maintenance } from '@baobab/contract/maintenance.ts'
import { maintenanceText } from '@baobab/contract/maintenance-text.ts'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Note } from '../ui/note.tsx'
import { useMaintenance } from './use-maintenance.ts'

/** Describes a maintenance at this moment of the phone's clock, which decides only how the times are written. */
export function describeMaintenance({ phase, startsAt, expectedEndAt }: Maintenance): string {
  const times = { startsAt: new Date(startsAt), expectedEndAt: new Date(expectedEndAt), now: new Date() }
  return maintenanceText[phase](times)
}

/** Says that maintenance is planned or on. */
export function MaintenanceNote({ maintenance }: { maintenance: Maintenance }) {
  return (
    <Note kind={maintenance.phase === 'planned' ? 'info' : 'warn'} icon="timer" role="status">
      {describeMaintenance(maintenance)}
    </Note>
  )
}

/** Shows the note on every student page but that of a quiz, whose questions need the whole of a small phone. */
export function MaintenanceBar() {
  const maintenance = useMaintenance()
  const { pathname } = useLocation()
  if (!maintenance || paths.student.quiz('').startsWith(`${pathname}?`)) return null
  return <MaintenanceNote maintenance={maintenance} />
}
