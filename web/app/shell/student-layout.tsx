import { oneStudent } from '@baobab/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { DataProvider } from '../api/provider.tsx'
import { q } from '../api/q.ts'
import { useStudentSession, type StudentSession } from '../api/session.ts'
import { useUnread } from '../notifications/use-unread.ts'
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
      <Inside session={session} ways={ways} />
    </DataProvider>
  )
}

type InsideProps = { session: StudentSession; ways: WaysOut }

function Inside({ session, ways }: InsideProps) {
  const { username, studentId, token } = session
  useServiceWorker()
  useKeptAnswers(studentId)
  useSendNews(studentId)
  useTidyFilms(studentId)
  const unread = useUnread(token)
  const profile = useQuery(q(oneStudent, { params: { username } }))
  return (
    <StudentShell
      username={username}
      pictureUrl={profile.data?.data.profilePicture ?? null}
      unread={unread}
      onLogOut={ways.logOut}
    >
      <Outlet context={ways satisfies LayoutContext} />
    </StudentShell>
  )
}

/** What a page inside this layout gets by useOutletContext. */
export type LayoutContext = WaysOut
