import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Goes to another page after a while; leaving before is fine. */
export function useRedirect(to: string, ms: number, state?: unknown): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state }), ms)
    return () => clearTimeout(timer)
  }, [navigate, to, ms, state])
}
