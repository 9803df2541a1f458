// Lines of the audit log in words.
import type { AuditLine } from '@baobab/contract/audit.ts'

const settings: Record<string, string> = {
  priceKobo: 'Price',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
}

/** What stands in place of a name that nobody can look up any more. */
const gone: Record<string, string> = { student: 'a deleted student', admin: 'a former admin', video: 'a deleted video' }

export function subjectName({ _id, kind, name }: NonNullable<AuditLine['subject']>): string {
  if (name !== null) return name
  if (kind === 'setting') return settings[_id] ?? _id
  return (kind && gone[kind]) ?? 'something deleted'
}

/** "startedAt" and "started_at" become "Started at". */
function plainName(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Value = string | number | boolean | null

function plainValue(value: Value): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
})

/** The details of a line, each as what it is and what it says. */
export function formatDetails({
  subject,
  details,
}: Pick<AuditLine, 'subject' | 'details'>): { name: string; value: string }[] {
  const isPrice = subject?.kind === 'setting' && subject._id === 'priceKobo'
  return Object.entries(details).map(([name, value]) => ({
    name: plainName(name.replace(/Kobo$/, '')),
    value:
      (isPrice || name.endsWith('Kobo')) && typeof value === 'number' ? naira.format(value / 100) : plainValue(value),
  }))
}
