import { Outlet } from 'react-router'
import { QueryProvider } from '../api/query-provider.tsx'
import { useAdminSession } from '../api/session.ts'
import { ReauthenticationDialog } from '../accounts/admin/reauthentication-dialog.tsx'
import { AdminShell } from './admin-shell.tsx'
import { RedirectingToLogin, useSessionGuard } from '../shell/session-guard.tsx'

/** Around every page of an admin: nobody without a session gets in. */
export default function AdminLayout() {
  const session = useAdminSession()
  const { logOut } = useSessionGuard('admin', session?.token)
  if (!session) return <RedirectingToLogin />
  return (
    <QueryProvider key={session.token}>
      <AdminShell onLogOut={logOut}>
        <Outlet />
      </AdminShell>
      <ReauthenticationDialog />
    </QueryProvider>
  )
}
