import type { AuditLine } from '@baobab/contract/audit/endpoints.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { bulkActionLabel } from '../bulk/admin/text.ts'

// Text for the audit log page.
export const text = {
  title: 'Audit Log',
  lead: 'What each admin did, and when. Entries cannot be changed or deleted.',
  deeds: 'Only actions',
  readingToo: 'Show page views too',
  search: 'Search the audit log',
  searchPlaceholder: 'Any word',
  /** The file includes page views. */
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

  drawOf: (month: string) => `${month} draw`,
  noSubject: 'none',
  formerAdmin: 'a former admin',
  automatic: 'Automatic',
  deletedStudent: 'a deleted student',
  deletedVideo: 'a deleted video',
  deleted: 'a deleted item',
} as const

// Turns the subjects of audit lines into text

/** The lists that are exported or have saved views. */
export const lists: Readonly<Record<string, string>> = {
  students: 'Students',
  payments: 'Payments',
  questions: 'Questions',
  videos: 'Videos',
  notifications: 'Notifications',
  messages: 'Messages',
  audit: 'Audit log',
}

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
  if (kind === 'bulk' && name !== null) return bulkActionLabel(name)
  if (kind === 'export' && name !== null) return lists[name] ?? name
  if (name !== null) return name
  if (kind === 'setting') return settings[_id] ?? _id
  return (kind && deletedSubjects[kind]) ?? text.deleted
}
