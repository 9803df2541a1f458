import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useEffect, useRef } from 'react'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { readReference } from './read-reference.ts'

/**
 * Guards the page after paying. Without a reference or a session it shows a warning and redirects to the dashboard. It
 * wraps the student layout, whose own guard would redirect to the login.
 */
export default function PaymentResultGuard() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const isStudent = useStudentSession() !== undefined
  const isAllowed = readReference(params) !== '' && isStudent
  useEffect(() => {
    if (isAllowed || isLeaving.current) return
    isLeaving.current = true
    toast(paymentsText.transactionInvalid, { kind: 'warn' })
    void navigate(paths.dashboard, { replace: true })
  }, [isAllowed, navigate])
  if (isAllowed) return <Outlet />
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{paymentsText.transactionInvalid}</p>
    </main>
  )
}
