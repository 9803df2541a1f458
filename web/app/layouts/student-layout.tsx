import { readStudentProfile } from '@baobab/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { QueryProvider } from '../api/query-provider.tsx'
import { apiQuery } from '../api/query.ts'
import { useStudentSession, type StudentSession } from '../api/session.ts'
import { useUnreadNotifications } from '../notifications/use-unread-notifications.ts'
import { useSendPendingProgress } from '../videos/use-send-pending-progress.ts'
import { useServiceWorker } from '../offline/use-service-worker.ts'
import { useDeleteRevokedDownloads } from '../videos/downloads/use-delete-revoked-downloads.ts'
import { useResumePendingAnswers } from '../quiz/use-resume-pending-answers.ts'
import { StudentShell } from './student-shell.tsx'
import { RedirectingToLogin, useSessionGuard, type LeaveActions } from '../shell/session-guard.tsx'

/** Around every page of a student: nobody without a session gets in. */
export default function StudentLayout() {
  const session = useStudentSession()
  const ways = useSessionGuard('student', session?.token)
  if (!session) return <RedirectingToLogin />
  return (
    <QueryProvider key={session.token}>
      <Inside session={session} ways={ways} />
    </QueryProvider>
  )
}

type InsideProps = { session: StudentSession; ways: LeaveActions }

function Inside({ session, ways }: InsideProps) {
  const { username, studentId, token } = session
  useServiceWorker()
  useResumePendingAnswers(studentId)
  useSendPendingProgress(studentId)
  useDeleteRevokedDownloads(studentId)
  const unread = useUnreadNotifications(token)
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  return (
    <StudentShell
      username={username}
      pictureUrl={profile.data?.data.profilePicture ?? null}
      unread={unread}
      onLogOut={ways.logOut}
    >
      <Outlet context={ways} />
    </StudentShell>
  )
}
