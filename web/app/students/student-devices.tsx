import type { StudentDetails } from '@baobab/contract/students.ts'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Icon } from '../ui/icon.tsx'

export function StudentDevices({ devices }: Pick<StudentDetails, 'devices'>) {
  return (
    <Card className="stack stack-3" aria-labelledby="devices">
      <h2 className="card__h" id="devices">
        Devices
      </h2>
      {devices.length === 0 && <p className="muted">Logged in nowhere.</p>}
      <ul>
        {devices.map(({ _id, device, since, lastSeen }) => (
          <li key={_id} className="device">
            <Icon name="device-mobile" />
            <span className="grow">
              <b>{device}</b>
              <br />
              <span className="small muted">
                {`Last seen ${formatDateTime(new Date(lastSeen))}, logged in since ${formatDateTime(new Date(since))}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
