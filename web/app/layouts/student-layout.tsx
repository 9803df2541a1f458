import { logOutStudent } from '@baobab/contract/accounts/endpoints.ts'
import { sitePages } from '@baobab/contract/kernel/page-table.ts'
import { readStudentProfile, type StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { studentTabLogins } from '../accounts/tab-logins.ts'
import { callApi } from '../api/call-api.ts'
import { QueryProvider } from '../api/query-provider.tsx'
import { apiQuery, prefetch } from '../api/query.ts'
import {
  clearStudentSession,
  hasStudentToken,
  studentSession,
  useStudentSession,
  type StudentSession,
} from '../api/session.ts'
import { CelebrationHost } from '../celebration/celebration-host.tsx'
import { useMayHaveFriends } from '../api/use-may-have-friends.ts'
import { MaintenanceBar } from '../maintenance/maintenance-bar.tsx'
import { useUnreadNotifications } from '../notifications/use-unread-notifications.ts'
import { useServiceWorker } from '../offline/use-service-worker.ts'
import { paths } from '../paths.ts'
import { RunningQuizBar } from '../quiz/running-quiz.tsx'
import { useResumePendingAnswers } from '../quiz/use-resume-pending-answers.ts'
import { PageReader } from '../read-aloud/page-reader.tsx'
import { Count, listNavItems, NavEntry, StudentTabs } from '../shell/nav-entry.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { RedirectingToLogin, useSessionGuard, type GuardedLogin, type LeaveActions } from '../shell/session-guard.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { useDeleteRevokedDownloads } from '../videos/downloads/use-delete-revoked-downloads.ts'
import { useSendPendingProgress } from '../videos/use-send-pending-progress.ts'
import { text } from './text.ts'

const { student } = paths
const navItems = listNavItems(sitePages)

const guarded: GuardedLogin = {
  kind: 'student',
  readSession: studentSession,
  hasToken: hasStudentToken,
  clearSession: clearStudentSession,
  endSession: () => callApi(logOutStudent, {}),
  loginPath: student.login,
  tabLogins: studentTabLogins,
}

/** Requests what the layout shows. */
export function clientLoader() {
  const username = studentSession()?.username
  if (username) prefetch(readStudentProfile, { params: { username } })
  prefetch(listAttempts, {})
  return null
}

/** The layout of every student page. Redirects if there is no login. */
export default function StudentLayout() {
  const session = useStudentSession()
  const leaveActions = useSessionGuard(guarded, session?.token)
  if (!session) return <RedirectingToLogin />
  return (
    <QueryProvider key={session.token}>
      <LoggedIn session={session} leaveActions={leaveActions} />
    </QueryProvider>
  )
}

function LoggedIn({ session, leaveActions }: { session: StudentSession; leaveActions: LeaveActions }) {
  const { username, studentId, token } = session
  useServiceWorker()
  useResumePendingAnswers(studentId)
  useSendPendingProgress(studentId)
  useDeleteRevokedDownloads(studentId)
  const unread = useUnreadNotifications(token)
  const profile = useQuery(apiQuery(readStudentProfile, { params: { username } }))
  return (
    <StudentShell username={username} profile={profile.data?.data} unread={unread} onLogOut={leaveActions.logOut}>
      <Outlet context={leaveActions} />
    </StudentShell>
  )
}

type ShellProps = {
  username: string
  /** Undefined until it is loaded. */
  profile: Pick<StudentProfile, 'profilePicture' | 'avatar'> | undefined
  /** Unread notifications, as counted on the bell. */
  unread: number
  onLogOut: () => void
  children: ReactNode
}

/** A sidebar from 960 px on; on smaller screens a top bar, and five entries at the bottom. */
function StudentShell({ username, profile, unread, onLogOut, children }: ShellProps) {
  const mayHaveFriends = useMayHaveFriends()
  const shownItems = navItems.filter(({ to }) => to !== student.friends || mayHaveFriends)
  return (
    <div className="app">
      <header className="bar">
        <HomeLink />
        <PageReader className="icon-btn" />
        <PageLink
          className="icon-btn bell"
          to={student.notification}
          aria-label={unread > 0 ? text.notificationsWithNew(unread) : text.notifications}
        >
          <Icon name="bell" />
          <Count of={unread} />
        </PageLink>
        <PageLink className="bar__me" to={student.setting} aria-label={text.settingsOf(username)}>
          <Avatar name={username} src={profile?.profilePicture} avatar={profile?.avatar} />
        </PageLink>
      </header>
      <aside className="side cloth" aria-label={text.student}>
        <HomeLink onField />
        <nav aria-label={text.studentPages}>
          {shownItems.map((item) => (
            <NavEntry key={item.to} {...item} {...(item.to === student.notification && { count: unread })} />
          ))}
        </nav>
        <PageReader />
        <button type="button" className="sp" onClick={onLogOut}>
          <Icon name="sign-out" />
          {text.logOut}
        </button>
      </aside>
      <main className="main" id="main" tabIndex={-1}>
        {/* The count changes without a page load, so screen readers announce it from here. */}
        <p className="sr" role="status">
          {unread > 0 && formatCount(unread, 'new notification')}
        </p>
        <MaintenanceBar />
        <RunningQuizBar />
        {children}
      </main>
      <StudentTabs />
      <CelebrationHost />
    </div>
  )
}

function HomeLink({ onField = false }: { onField?: boolean }) {
  return (
    <PageLink className="logo" to={paths.home} aria-label={text.home}>
      <Logo onField={onField} />
    </PageLink>
  )
}
