// Sentences about points, refunds and data that admins corrected for a student.
import type { AuditAction } from '@baobab/contract/audit/endpoints.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { formatCount } from '../ui/format.ts'
import { join, labelOf, type Details } from './details.ts'

const fieldNames = { number: 'phone number', birth: 'date of birth' }

const points = (d: Details) => {
  const amount = d.count('amount')
  const given = formatCount(Math.abs(amount), 'point')
  return join(
    amount !== 0 && (amount > 0 ? `${given} given.` : `${given} taken away.`),
    d.text('ageCategory') && `For ages ${d.text('ageCategory')}.`,
  )
}
const nothing = () => ''

export const correctionSentences = {
  'student.points_read': nothing,
  'student.attempt_read': nothing,
  'student.points_adjusted': points,
  'student.points_undone': points,
  'student.points_proposed': points,
  'student.points_agreed': points,
  'student.points_withdrawn': points,
  'student.corrected': (d: Details) => {
    const names = d.text('fields').split(', ').filter(Boolean)
    return names.length === 0 ? '' : `Changed: ${names.map((name) => labelOf(fieldNames, name)).join(', ')}.`
  },
  'student.birth_checked': nothing,
  'student.birth_proposed': nothing,
  'student.birth_agreed': nothing,
  'student.birth_withdrawn': nothing,
  'student.email_change_started': nothing,
  'student.email_change_resent': nothing,
  'student.email_change_canceled': nothing,
  'student.guardian_change_started': nothing,
  'student.guardian_change_canceled': nothing,
  'student.guardian_written': nothing,
  'payment.refund_asked': (d: Details) => (d.count('amountKobo') > 0 ? `${formatNaira(d.count('amountKobo'))}.` : ''),
  'message.taken_back': nothing,
} satisfies Partial<Record<AuditAction, (details: Details) => string>>
