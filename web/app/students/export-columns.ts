// The columns of a file with students, and which of them the list shows.
import { personalColumns, studentExportColumns, type StudentExportColumn } from '@baobab/contract/exports/endpoints.ts'
import type { ExportColumns } from '../exports/export-dialog.tsx'
import { text } from './text.ts'

const labels: Record<StudentExportColumn, string> = {
  username: text.username,
  email: text.email,
  phone: text.phone,
  gender: text.gender,
  birth: text.birth,
  school: text.school,
  score: text.score,
  ageCategory: text.ageCategory,
  paid: text.paid,
  paidOn: text.paidOn,
  joined: text.joined,
  disqualified: text.disqualified,
  extraTime: text.extraTime,
  emailBounced: text.emailBounced,
}

/** Columns of the list that have another id there. */
const listIds: Partial<Record<StudentExportColumn, string>> = { email: 'username', paid: 'payment' }
const options = studentExportColumns.map((id) => ({ id, label: labels[id] }))

/** Returns the columns to choose from. At first a file has what the list shows, and what the list shows as marks. */
export function chooseExportColumns(hidden: ReadonlySet<string>): ExportColumns {
  const isShown = (id: StudentExportColumn) => !personalColumns.includes(id) && !hidden.has(listIds[id] ?? id)
  return { options, shown: studentExportColumns.filter(isShown) }
}
