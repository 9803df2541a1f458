import { paymentsText } from '@baobab/contract/payments-text.ts'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { readReference } from './read-reference.ts'

/** Whether a reference and a student are there. Where either is not, the way leads to the dashboard (SPEC.md 2). */
export function useReferenceGuard(): boolean {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const isStudent = useStudentSession() !== undefined
  const isOpen = readReference(params) !== '' && isStudent
  useEffect(() => {
    if (isOpen || isLeaving.current) return
    isLeaving.current = true
    toast(paymentsText.transactionInvalid, { kind: 'warn' })
    void navigate(paths.dashboard, { replace: true })
  }, [isOpen, navigate])
  return isOpen
}
