import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { studentSession } from '../api/session.ts'
import { paths } from '../paths.ts'

/** Sends a student who is already logged in from a visitors' form to the dashboard. A login made on the page itself stays there. */
export function useLeaveIfLoggedIn(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (studentSession()) void navigate(paths.student.dashboard, { replace: true })
  }, [navigate])
}
