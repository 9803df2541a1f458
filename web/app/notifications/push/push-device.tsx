import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'
import { usePush } from './use-push.ts'

type Props = { sessionId: string; device: string }

/** Says below a login whether its device gets push notifications, and turns them off. */
export function PushDevice({ sessionId, device }: Props) {
  const { query, turnOff, isTurningOff, failure } = usePush()
  const subscription = query.data?.subscriptions.find((one) => one.sessionId === sessionId)
  if (!subscription) return null
  return (
    <span className="device__push">
      <Icon name="bell" size="sm" />
      <span className="small grow">{text.onDevice}</span>
      <Button
        kind="quiet"
        size="sm"
        aria-label={text.turnOffDevice(device)}
        busyLabel={isTurningOff && text.turningOff}
        onClick={() => void turnOff(subscription._id)}
      >
        {text.turnOffShort}
      </Button>
      {failure !== undefined && <span role="alert">{failure}</span>}
    </span>
  )
}
