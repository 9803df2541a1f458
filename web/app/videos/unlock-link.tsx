import { Link } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { useMakeAPayment } from '../settings/use-price.ts'
import { buttonClass } from '../ui/button.tsx'

/** Links to where a premium video can be unlocked: students pay, visitors log in first. */
export function UnlockLink({ title, size = 'md' }: { title: string; size?: 'sm' | 'md' }) {
  const label = useMakeAPayment()
  const isStudent = useStudentSession() !== undefined
  return (
    <Link
      className={buttonClass({ kind: 'line', size })}
      to={isStudent ? paths.student.payment : paths.student.login}
      reloadDocument={isStudent}
      aria-label={`${label}: ${title}`}
    >
      {label}
    </Link>
  )
}
