import type { Maintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useMaintenance } from './use-maintenance.ts'

/** Loaded only during maintenance, because every student page has the bar. Without this script the page still works. */
const Note = lazy(() =>
  import('./maintenance-note.tsx').then(
    ({ MaintenanceNote }) => ({ default: MaintenanceNote }),
    () => ({ default: () => null }),
  ),
)

/** Shows the note as soon as its script has loaded. */
export function MaintenanceNoteOnDemand({ maintenance }: { maintenance: Maintenance }) {
  return (
    <Suspense fallback={null}>
      <Note maintenance={maintenance} />
    </Suspense>
  )
}

/** Shows the note on every student page except quizzes, whose questions fill a small phone. */
export function MaintenanceBar() {
  const maintenance = useMaintenance()
  const { pathname } = useLocation()
  if (!maintenance || paths.student.quiz('').startsWith(`${pathname}?`)) return null
  return <MaintenanceNoteOnDemand maintenance={maintenance} />
}
