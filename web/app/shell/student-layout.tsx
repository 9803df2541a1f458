import { oneStudent } from '@baobab/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { DataProvider } from '../api/provider.tsx'
import { q } from '../api/q.ts'
import { useStudentSession } from '../api/session.ts'
import { Doorstep } from './doorstep.tsx'
import { StudentShell } from './student-shell.tsx'
import { useDoor } from './use-door.ts'

/** Around every page of a student: nobody without a session gets in. */
export default function StudentLayout() {
  const session = useStudentSession()
  const { logOut } = useDoor('student', session?.token)
  if (!session) return <Doorstep />
  return (
    <DataProvider key={session.token}>
      <Inside username={session.username} onLogOut={logOut} />
    </DataProvider>
  )
}

function Inside({ username, onLogOut }: { username: string; onLogOut: () => void }) {
  const profile = useQuery(q(oneStudent, { params: { username } }))
  return (
    <StudentShell username={username} pictureUrl={profile.data?.data.profilePicture ?? null} onLogOut={onLogOut}>
      <Outlet context={{ logOut: onLogOut } satisfies LayoutContext} />
    </StudentShell>
  )
}

/** What a page inside this layout gets by useOutletContext. */
export type LayoutContext = { logOut: () => void }
