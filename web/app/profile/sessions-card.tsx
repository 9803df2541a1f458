import { listSignInMethods } from '@baobab/contract/accounts/identity-providers.ts'
import type * as contract from '@baobab/contract/accounts/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { EndedNote } from '../accounts/ended-note.tsx'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

type Session = z.infer<typeof contract.Session>

const dateTimeFormat = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** The endpoints for students or for admins. */
type SessionEndpoints = {
  list: typeof contract.listSessions | typeof contract.listAdminSessions
  end: typeof contract.endSession | typeof contract.endAdminSession
  endOthers: typeof contract.endOtherSessions | typeof contract.endOtherAdminSessions
}

type Props = {
  endpoints: SessionEndpoints
  /** What else is shown below a device. */
  renderMore?: (session: Session) => ReactNode
}

/** Lists the devices where the user is logged in, and logs them out. */
export function SessionsCard({ endpoints, renderMore }: Props) {
  const query = useQuery(apiQuery(endpoints.list, {}))
  const endingOthers = useApiMutation(endpoints.endOthers, { changes: [endpoints.list, listSignInMethods] })
  const sessions = (query.data?.sessions ?? []).toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))

  return (
    <Card className="stack stack-3" aria-labelledby="devices">
      <h2 className="card__h" id="devices">
        {text.devices.title}
      </h2>
      {query.isPending && <RowsSkeleton rows={1} />}
      {query.isError && (
        <InlineFailure
          message={errorMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <ul>
        {sessions.map((session) => (
          <Device key={session._id} session={session} endpoints={endpoints} more={renderMore?.(session)} />
        ))}
      </ul>
      {query.data && (
        <>
          <p className="small muted" id="log-out-elsewhere">
            {text.devices.logOutElsewhereHelp}
          </p>
          <Button
            kind="line"
            size="sm"
            aria-describedby="log-out-elsewhere"
            busyLabel={endingOthers.isPending && text.devices.loggingOut}
            onClick={() => void toastResult(endingOthers.mutateAsync({}))}
          >
            {text.devices.logOutElsewhere}
          </Button>
          {endingOthers.data && <EndedNote {...endingOthers.data} />}
        </>
      )}
    </Card>
  )
}

type DeviceProps = { session: Session; endpoints: SessionEndpoints; more: ReactNode }

function Device({ session, endpoints, more }: DeviceProps) {
  const ending = useApiMutation(endpoints.end, { changes: [endpoints.list] })
  const { _id: sessionId, device, lastSeenAt, isCurrent } = session
  return (
    <li className="device">
      <Icon name="device-mobile" />
      <span className="grow">
        <b>{device}</b>
        <br />
        <span className="small muted">
          {isCurrent ? text.devices.now : dateTimeFormat.format(new Date(lastSeenAt))}
        </span>
      </span>
      {isCurrent ? (
        <Chip kind="ok">{text.devices.thisDevice}</Chip>
      ) : (
        <Button
          kind="quiet"
          size="sm"
          aria-label={text.devices.logOutDevice(device)}
          busyLabel={ending.isPending && text.devices.loggingOut}
          onClick={() => void toastResult(ending.mutateAsync({ params: { sessionId } }))}
        >
          {text.devices.logOut}
        </Button>
      )}
      {more}
    </li>
  )
}
