import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { listOwnCorrections } from '@baobab/contract/students/corrections.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { richText } from '../ui/rich-text.tsx'
import { correctionsText as text } from './text.ts'

const birthFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'UTC' })

/** What our team changed in the student's data, or will change once a new email is confirmed. Shows nothing if there is nothing, or on failure. */
export function CorrectionsList() {
  const { data } = useQuery(apiQuery(listOwnCorrections, {}))
  if (!data) return null
  return (
    <>
      {data.emailChange && (
        <Note kind="warn">
          {richText(text.emailWaits(data.emailChange.email, formatDate(new Date(data.emailChange.expiresAt))), {
            contact: <PageLink to={paths.contact}>{text.contactPage}</PageLink>,
          })}
        </Note>
      )}
      <Corrections {...data} />
    </>
  )
}

function Corrections({ corrections }: Pick<ReplyOf<typeof listOwnCorrections>, 'corrections'>) {
  if (corrections.length === 0) return null
  return (
    <ul className="stack stack-2 small muted wrap-any">
      {corrections.map(({ field, newValue, at }) => (
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
