import { paymentsText } from '@baobab/contract/payments/text.ts'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { readReference } from '../payments/read-reference.ts'
import { toast } from '../ui/toast.tsx'
import StudentLayout, { clientLoader } from './student-layout.tsx'

export { clientLoader }

/**
 * The layout of the page after paying. Without a reference or a session it shows a warning and redirects to the dashboard; the student
 * layout would redirect to the login.
 */
export default function PaymentResultLayout() {
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
  if (isAllowed) return <StudentLayout />
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{paymentsText.transactionInvalid}</p>
    </main>
  )
}
