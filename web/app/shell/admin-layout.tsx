import { Outlet } from 'react-router'
import { DataProvider } from '../api/provider.tsx'
import { useAdminSession } from '../api/session.ts'
import { FreshLogin } from '../accounts/fresh-login.tsx'
import { AdminShell } from './admin-shell.tsx'
import { Doorstep } from './doorstep.tsx'
import { useDoor } from './use-door.ts'

/** Around every page of an admin: nobody without a session gets in. */
export default function AdminLayout() {
  const session = useAdminSession()
  const { logOut } = useDoor('admin', session?.token)
  if (!session) return <Doorstep />
  return (
    <DataProvider key={session.token}>
      <AdminShell onLogOut={logOut}>
        <Outlet />
      </AdminShell>
      <FreshLogin />
    </DataProvider>
  )
}
