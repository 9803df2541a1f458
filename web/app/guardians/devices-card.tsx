import {
  endGuardianSession,
  endOtherGuardianSessions,
  listGuardianSessions,
} from '@baobab/contract/guardians/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { InlineFailure } from '../ui/inline-failure.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

const dateTimeFormat = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})
const changes = [listGuardianSessions]

type Device = { _id: string; device: string; lastSeenAt: string; isCurrent: boolean }

/** Lists the devices where the guardian is logged in, and logs them out. */
export function DevicesCard() {
  const query = useQuery(apiQuery(listGuardianSessions, {}))
  const endingOthers = useApiMutation(endOtherGuardianSessions, { changes })
  const devices = (query.data?.sessions ?? []).toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <Card className="stack stack-3" aria-labelledby="devices">
      <h2 className="card__h" id="devices">
        {text.account.devices}
      </h2>
      {query.isPending && <RowsSkeleton rows={1} />}
      {query.isError && (
        <InlineFailure
          message={errorMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <ul className="stack stack-3">
        {devices.map((device) => (
          <DeviceRow key={device._id} {...device} />
        ))}
      </ul>
      {devices.length > 1 && (
        <div>
          <Button
            kind="line"
            size="sm"
            busyLabel={endingOthers.isPending && text.account.loggingOut}
            onClick={() => void toastResult(endingOthers.mutateAsync({}))}
          >
            {text.account.logOutOthers}
          </Button>
        </div>
      )}
    </Card>
  )
}

function DeviceRow({ _id: sessionId, device, lastSeenAt, isCurrent }: Device) {
  const ending = useApiMutation(endGuardianSession, { changes })
  return (
    <li className="row">
      <span className="grow">
        <b>{device}</b>
        <br />
        <span className="small muted">{text.account.lastUsed(dateTimeFormat.format(new Date(lastSeenAt)))}</span>
      </span>
      {isCurrent ? (
        <Chip kind="ok">{text.account.thisDevice}</Chip>
      ) : (
        <Button
          kind="quiet"
          size="sm"
          aria-label={text.account.logOutDevice(device)}
          busyLabel={ending.isPending && text.account.loggingOut}
          onClick={() => void toastResult(ending.mutateAsync({ params: { sessionId } }))}
        >
          {text.account.logOut}
        </Button>
      )}
    </li>
  )
}
