import { text } from '@baobab/contract/text.ts'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { studentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'

/** The payment's reference in the address. Without one, or without a student, the way leads to the dashboard (spec 2). */
export function useReference(): string {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const reference = params.get('reference')?.trim() ?? ''
  useEffect(() => {
    if ((reference !== '' && studentSession()) || isLeaving.current) return
    isLeaving.current = true
    toast(text.transactionInvalid, { kind: 'warn' })
    void navigate(paths.dashboard, { replace: true })
  }, [reference, navigate])
  return reference
}
