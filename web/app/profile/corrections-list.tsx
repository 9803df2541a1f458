import { listOwnCorrections } from '@baobab/contract/students/corrections.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { formatDate } from '../ui/format.ts'
import { correctionsText as text } from './text.ts'

const birthFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })

/** What our team changed in the student's data. Shows nothing if there is nothing, or if it cannot be loaded. */
export function CorrectionsList() {
  const { data } = useQuery(apiQuery(listOwnCorrections, {}))
  if (!data || data.corrections.length === 0) return null
  return (
    <ul className="stack stack-2 small muted wrap-any">
      {data.corrections.map(({ field, newValue, at }) => (
        <li key={`${field} ${at}`}>
          {text.changed(
            formatDate(new Date(at)),
            text.fields[field],
            newValue !== null && field === 'birth' ? birthFormat.format(new Date(newValue)) : newValue,
          )}
        </li>
      ))}
    </ul>
  )
}
