import { oneStudent } from '@baobab/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { DataProvider } from '../api/provider.tsx'
import { q } from '../api/q.ts'
import { useStudentSession } from '../api/session.ts'
import { useSendNews } from '../offline/use-send-news.ts'
import { useServiceWorker } from '../offline/use-service-worker.ts'
import { useTidyFilms } from '../offline/use-tidy-films.ts'
import { useKeptAnswers } from '../quiz/use-kept-answers.ts'
import { Doorstep } from './doorstep.tsx'
import { StudentShell } from './student-shell.tsx'
import { useDoor, type WaysOut } from './use-door.ts'

/** Around every page of a student: nobody without a session gets in. */
export default function StudentLayout() {
  const session = useStudentSession()
  const ways = useDoor('student', session?.token)
  if (!session) return <Doorstep />
  return (
    <DataProvider key={session.token}>
      <Inside username={session.username} studentId={session.studentId} ways={ways} />
    </DataProvider>
  )
}

type InsideProps = { username: string; studentId: string; ways: WaysOut }

function Inside({ username, studentId, ways }: InsideProps) {
  useServiceWorker()
  useKeptAnswers(studentId)
  useSendNews(studentId)
  useTidyFilms(studentId)
  const profile = useQuery(q(oneStudent, { params: { username } }))
  return (
    <StudentShell username={username} pictureUrl={profile.data?.data.profilePicture ?? null} onLogOut={ways.logOut}>
      <Outlet context={ways satisfies LayoutContext} />
    </StudentShell>
  )
}

/** What a page inside this layout gets by useOutletContext. */
export type LayoutContext = WaysOut
