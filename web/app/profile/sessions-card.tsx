import type * as contract from '@baobab/contract/accounts-sessions.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

type Session = z.infer<typeof contract.Session>

const formatDateTime = new Intl.DateTimeFormat('en-NG', { dateStyle: 'medium', timeStyle: 'short' })

/** The calls of one audience. */
type Calls = {
  list: typeof contract.listSessions | typeof contract.listAdminSessions
  end: typeof contract.endSession | typeof contract.endAdminSession
  endOthers: typeof contract.endOtherSessions | typeof contract.endOtherAdminSessions
}

/** The devices on which one is logged in, each with a way to end it. */
export function SessionsCard({ calls }: { calls: Calls }) {
  const sessions = useQuery(apiQuery(calls.list, {}))
  const endOthers = useApiMutation(calls.endOthers, { changes: [calls.list] })
  const list = (sessions.data?.sessions ?? []).toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))

  return (
    <Card className="stack stack-3" aria-labelledby="devices">
      <h2 className="card__h" id="devices">
        Where you are logged in
      </h2>
      {sessions.isPending && <RowsSkeleton rows={1} />}
      {sessions.isError && (
        <>
          <p className="muted">{errorMessage(sessions.error)}</p>
          <div>
            <Button
              kind="line"
              size="sm"
              busyLabel={sessions.isFetching && 'Trying again...'}
              onClick={() => void sessions.refetch()}
            >
              Try again
            </Button>
          </div>
        </>
      )}
      <ul>
        {list.map((session) => (
          <Device key={session._id} session={session} calls={calls} />
        ))}
      </ul>
      {list.length > 1 && (
        <Button
          kind="line"
          size="sm"
          busyLabel={endOthers.isPending && 'Logging out...'}
          onClick={() => void tell(endOthers.mutateAsync({}))}
        >
          Log out elsewhere
        </Button>
      )}
    </Card>
  )
}

function Device({ session, calls }: { session: Session; calls: Calls }) {
  const end = useApiMutation(calls.end, { changes: [calls.list] })
  const { _id: sessionId, device, lastSeenAt, isCurrent } = session
  return (
    <li className="device">
      <Icon name="device-mobile" />
      <span className="grow">
        <b>{device}</b>
        <br />
        <span className="small muted">{isCurrent ? 'Now' : formatDateTime.format(new Date(lastSeenAt))}</span>
      </span>
      {isCurrent ? (
        <Chip kind="ok">This device</Chip>
      ) : (
        <Button
          kind="quiet"
          size="sm"
          aria-label={`Log out ${device}`}
          busyLabel={end.isPending && 'Logging out...'}
          onClick={() => void tell(end.mutateAsync({ params: { sessionId } }))}
        >
          Log out
        </Button>
      )}
    </li>
  )
}

async function tell(ending: Promise<{ message: string }>) {
  try {
    toast((await ending).message)
  } catch (error) {
    toast(errorMessage(error), { kind: 'bad' })
  }
}
