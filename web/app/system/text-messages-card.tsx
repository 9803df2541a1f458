import { readTextMessages, type TextMessages } from '@baobab/contract/sms/endpoints.ts'
import { smsAdminText } from '@baobab/contract/sms/text.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

const REFRESH_MS = 60_000

/** How many text messages are sent today and arrive, and which numbers get none, with a warning if the budget runs out. */
export function TextMessagesCard() {
  const messages = useQuery({ ...apiQuery(readTextMessages, {}), refetchInterval: REFRESH_MS })
  return (
    <section className="stack stack-3" aria-labelledby="text-messages">
      <h2 className="h-20" id="text-messages">
        {text.textMessages}
      </h2>
      <QueryView
        query={messages}
        failed={smsAdminText.failed}
        help={errorMessage(messages.error)}
        heading="h3"
        loading={
          <Card>
            <Loading text={smsAdminText.loading}>
              <RowsSkeleton rows={1} />
            </Loading>
          </Card>
        }
      >
        {(data) => (
          <>
            <Card className="stack stack-3">
              {data.provider === null ? <p>{text.textMessagesOff}</p> : <Sent {...data} provider={data.provider} />}
            </Card>
            {data.pausedRanges.length > 0 && <PausedRanges {...data} />}
          </>
        )}
      </QueryView>
    </section>
  )
}

const count = new Intl.NumberFormat('en-GB')
const percent = new Intl.NumberFormat('en-GB', { style: 'percent' })

function Sent({
  provider,
  level,
  sentToday,
  budget,
  lastDay,
}: TextMessages & { provider: keyof typeof text.smsProviders }) {
  const settled = lastDay.delivered + lastDay.failed
  return (
    <>
      {level !== 'open' && (
        <Note kind={level === 'spent' ? 'bad' : 'warn'}>
          <p>{level === 'spent' ? text.budgetSpent : text.budgetLow}</p>
        </Note>
      )}
      <p>{text.sentToday(count.format(sentToday), count.format(budget))}</p>
      <p className="muted">
        {settled === 0
          ? text.noneArrived
          : text.arrived(percent.format(lastDay.delivered / settled), count.format(settled))}{' '}
        {text.sentBy(text.smsProviders[provider])}
      </p>
    </>
  )
}

type Range = TextMessages['pausedRanges'][number]

function PausedRanges({ pausedRanges }: TextMessages) {
  return (
    <>
      <h3 className="card__h">{text.pausedRanges}</h3>
      <p className="muted">{text.pausedRangesLead}</p>
      <Card flush>
        <DataTable
          caption={text.pausedRanges}
          columns={rangeColumns}
          rows={pausedRanges}
          rowKey={({ range }) => range}
        />
      </Card>
    </>
  )
}

const rangeColumns: readonly DataColumn<Range>[] = [
  {
    id: 'range',
    title: text.range,
    kind: 'who',
    cell: ({ range }) => <span className="code">{text.rangeNumbers(range)}</span>,
  },
  { id: 'codes', title: text.codesSent, kind: 'detail', isNumber: true, cell: ({ codes }) => codes },
  { id: 'used', title: text.codesEntered, kind: 'detail', isNumber: true, cell: ({ used }) => used },
  { id: 'failed', title: text.codesFailed, kind: 'detail', isNumber: true, cell: ({ failed }) => failed },
]
