import { readLastBackup, backupText } from '@baobab/contract/backup/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { formatMegabytes } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { Instant } from './instant.tsx'
import { text } from './text.ts'

/** When the last backup was made and how large it is, with a warning if it is too old. */
export function LastBackup() {
  const backup = useQuery(apiQuery(readLastBackup, {}))
  return (
    <section className="stack stack-3" aria-labelledby="backup">
      <h2 className="h-20" id="backup">
        {text.backup}
      </h2>
      <QueryView
        query={backup}
        failed={backupText.failed}
        help={errorMessage(backup.error)}
        heading="h3"
        loading={
          <Card>
            <Loading text={backupText.loading}>
              <RowsSkeleton rows={1} />
            </Loading>
          </Card>
        }
      >
        {(reply) => (
          <Card className="stack stack-3">
            {reply.isLate && (
              <Note kind="warn">
                <p>{explainLate(reply)}</p>
              </Note>
            )}
            {reply.last && (
              <p>
                <Instant at={reply.last.snapshotAt} />{' '}
                {text.backupSize({
                  whole: formatMegabytes(reply.last.bytes),
                  isNew: formatMegabytes(reply.last.writtenBytes),
                  files: reply.last.files,
                })}
              </p>
            )}
          </Card>
        )}
      </QueryView>
    </section>
  )
}

/** Says why there is no recent backup, and what to do. */
function explainLate({ isOn, last }: ReplyOf<typeof readLastBackup>): string {
  if (last) return text.backupOld
  return isOn ? text.backupFirst : text.backupOff
}
