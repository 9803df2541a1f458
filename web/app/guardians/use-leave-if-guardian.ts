import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { guardianSession } from '../api/session.ts'
import { childPaths } from './children/paths.ts'

/** Sends a guardian who is already logged in from a visitors' form to the children. */
export function useLeaveIfGuardian(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (guardianSession()) void navigate(childPaths.list, { replace: true })
  }, [navigate])
}
