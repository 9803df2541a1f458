import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { formatDateTime } from '../ui/format.ts'
import { accountLabels, dataText as text, tableTitles } from './text.ts'

type Row = Readonly<Record<string, unknown>>
type Field = { label: string; value: string }

/** Turns the exported tables into what a person reads: those with rows, each row as labels and values. */
export function describeTables(
  tables: Readonly<Record<string, readonly Row[]>>,
): { name: string; title: string; rows: Field[][] }[] {
  return Object.entries(tables)
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => ({
      name,
      title: tableTitles[name] ?? toWords(name),
      rows: rows.map((row) => describeRow(row, name === 'account' ? accountLabels : {})),
    }))
}

/** Columns that mean something only to a program: ids, and how something is stored or sent. */
const TECHNICAL = /(^id|Id|Key|Hash)$|^(seq|audience|method|currency|channel|can[A-Z]\w*|publishAt|nextAskAt|askedAt)$/

const KOBO = /Kobo$/

/** Leaves out empty values, and what only the file needs: technical columns and nested values. */
function describeRow(row: Row, labels: Readonly<Record<string, string>>): Field[] {
  return Object.entries(row)
    .filter(([name, value]) => typeof value !== 'object' && value !== '' && !TECHNICAL.test(name))
    .map(([name, value]) => ({
      label: labels[name] ?? toWords(name.replace(KOBO, '')),
      value: KOBO.test(name) ? formatNaira(Number(value)) : describeValue(value),
    }))
}

/** Turns a name that has no label into words: 'frozenAt' becomes 'Frozen at'. */
function toWords(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/

function describeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'string') return INSTANT.test(value) ? formatDateTime(new Date(value)) : value
  return String(value)
}
