import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { studentSession } from '../api/session.ts'
import { paths } from '../paths.ts'

/** Leads a student who is logged in already from a form for visitors to the dashboard. A login made on the page stays. */
export function useLeaveIfLoggedIn(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (studentSession()) void navigate(paths.student.dashboard, { replace: true })
  }, [navigate])
}
