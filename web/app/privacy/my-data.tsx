import { exportData } from '@baobab/contract/privacy/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, prefetch } from '../api/query.ts'
import { failureTitle } from '../api/error-message.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { describeTables } from './describe-data.ts'
import { dataText as text } from './text.ts'

export function clientLoader() {
  prefetch(exportData, {})
  return null
}

export const meta = () => pageMeta(text.title)

/** Opens every part first, because what is folded is not printed. */
function printAll() {
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.my-data')) part.open = true
  print()
}

/** Everything that is stored about the student, to be read or printed. */
export default function MyData() {
  const data = useQuery(apiQuery(exportData, {}))
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <QueryView
        query={data}
        failed={failureTitle(data.error, text.failed)}
        loading={
          <Loading text={text.loading}>
            <RowsSkeleton rows={5} />
          </Loading>
        }
      >
        {({ tables }) => (
          <div className="stack">
            <div className="no-print">
              <Button kind="line" size="sm" onClick={printAll}>
                {text.print}
              </Button>
            </div>
            {describeTables(tables).map(({ name, title, rows }) => (
              <details key={name} className="card my-data" open={name === 'account'}>
                <summary>
                  <h2 className="card__h">{title}</h2>
                  {name !== 'account' && <span className="muted small">{formatCount(rows.length, 'line')}</span>}
                  <Icon name="caret-down" size="sm" />
                </summary>
                <ol>
                  {rows.map((fields, at) => (
                    <li key={at}>
                      <dl>
                        {fields.map(({ label, value }) => (
                          <div key={label}>
                            <dt className="muted small">{label}</dt>
                            <dd className="wrap-any">{value}</dd>
                          </div>
                        ))}
                      </dl>
                    </li>
                  ))}
                </ol>
              </details>
            ))}
          </div>
        )}
      </QueryView>
    </>
  )
}
