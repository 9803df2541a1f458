import { actionLabel, auditActions, type AuditSelection } from '@baobab/contract/audit.ts'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { AuditFilter } from './audit-view.ts'
import { useDebouncedInput } from '../ui/data-table/use-debounced-input.ts'

type Props = { view: AuditSelection; admins: readonly string[]; onSet: (name: AuditFilter, value: string) => void }

const actions = Object.keys(auditActions)
  .map((value) => ({ value, label: actionLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** What narrows the log: who, what, about whom, from one day to another. */
export function AuditFilters({ view, admins, onSet }: Props) {
  const [subject, typeSubject] = useDebouncedInput(view.subject ?? '', (text) => onSet('subject', text))
  return (
    <div className="audit__f">
      <Select
        label="Admin"
        placeholder="All"
        options={admins.map((name) => ({ value: name, label: name }))}
        value={view.admin ?? ''}
        onChange={(event) => onSet('admin', event.target.value)}
      />
      <Select
        label="What"
        placeholder="Everything"
        options={actions}
        value={view.action ?? ''}
        onChange={(event) => onSet('action', event.target.value)}
      />
      <TextField
        label="About"
        placeholder="Username or title"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={100}
        value={subject}
        onChange={(event) => typeSubject(event.target.value)}
      />
      <TextField
        label="From"
        type="date"
        max={view.to}
        value={view.from ?? ''}
        onChange={(event) => onSet('from', event.target.value)}
      />
      <TextField
        label="To"
        type="date"
        min={view.from}
        value={view.to ?? ''}
        onChange={(event) => onSet('to', event.target.value)}
      />
    </div>
  )
}
