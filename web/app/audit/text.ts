import type { AuditLine } from '@baobab/contract/audit/endpoints.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'

// Text for the audit log page.
export const text = {
  title: 'Audit Log',
  lead: 'What each admin did, and when. Entries cannot be changed or deleted.',
  search: 'Search the audit log',
  searchPlaceholder: 'Any word',
  exportCsv: 'Export CSV',
  exporting: 'Exporting...',

  admin: 'Admin',
  all: 'All',
  what: 'Action',
  everything: 'All actions',
  about: 'About',
  aboutPlaceholder: 'Username or title',
  from: 'From',
  to: 'To',
  when: 'Time',
  details: 'Details',

  lines: 'Entries',
  noLines: 'No entries found',
  noLinesHelp: 'Try other words, another admin or a longer period.',
  showAll: 'Show all entries',
  allMatching: 'all entries that match',
  entry: (number: string, what: string) => `entry ${number}: ${what}`,

  drawOf: (month: string) => `${month} draw`,
  noSubject: 'none',
  formerAdmin: 'a former admin',
  automatic: 'Automatic',
  deletedStudent: 'a deleted student',
  deletedVideo: 'a deleted video',
  deleted: 'a deleted item',
  none: 'none',
  yes: 'yes',
  no: 'no',
} as const

// Turns the subjects and details of audit lines into text

const settings: Record<string, string> = {
  priceKobo: 'Price',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  supportWhatsApp: 'WhatsApp',
  operatorName: 'Who runs it',
  operatorAddress: 'Address',
  prizeKobo: 'Prize',
}

/** Describes a subject whose name can no longer be looked up. */
const deletedSubjects: Record<string, string> = {
  student: text.deletedStudent,
  admin: text.formerAdmin,
  video: text.deletedVideo,
}

export function subjectLabel({ _id, kind, name }: NonNullable<AuditLine['subject']>): string {
  if (kind === 'draw' && name !== null) return text.drawOf(monthName(name))
  if (name !== null) return name
  if (kind === 'setting') return settings[_id] ?? _id
  return (kind && deletedSubjects[kind]) ?? text.deleted
}

/** Turns 'startedAt' and 'started_at' into 'Started at'. */
function formatName(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatValue(value: string | number | boolean | null): string {
  if (value === null || value === '') return text.none
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return String(value)
}

const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Formats a line's details. Amounts in kobo are shown in naira. */
export function formatDetails({
  subject,
  details,
}: Pick<AuditLine, 'subject' | 'details'>): { name: string; value: string }[] {
  const isPrice = subject?.kind === 'setting' && ['priceKobo', 'prizeKobo'].includes(subject._id)
  return Object.entries(details).map(([name, value]) => ({
    name: formatName(name.replace(/Kobo$/, '')),
    value:
      (isPrice || name.endsWith('Kobo')) && typeof value === 'number' ? naira.format(value / 100) : formatValue(value),
  }))
}
