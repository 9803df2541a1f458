import { paymentsText } from '@baobab/contract/payments-text.ts'
import { Outlet } from 'react-router'
import { useReferenceGuard } from './use-reference-guard.ts'

/** Before the student's own door: a visit without a reference or a student is told so in the spec's words. */
export default function PaymentResultGuard() {
  const isOpen = useReferenceGuard()
  if (isOpen) return <Outlet />
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{paymentsText.transactionInvalid}</p>
    </main>
  )
}
