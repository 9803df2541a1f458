import { pushText } from '@baobab/contract/notifications/text.ts'
import { errorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InlineFailure } from '../../ui/inline-failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { text } from './text.ts'
import { usePush } from './use-push.ts'

/** A settings card that turns push notifications on and off for this device. Not shown to children up to 10. */
export function PushCard() {
  const push = usePush()
  const { query } = push
  if (query.data && !query.data.isOffered) return null
  return (
    <Card className="stack stack-3" aria-labelledby="push">
      <h2 className="card__h" id="push">
        {text.title}
      </h2>
      {query.isPending && <Loading text={text.loading} />}
      {query.isError && !query.data && (
        <InlineFailure
          message={errorMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Choice push={push} />}
    </Card>
  )
}

function Choice({ push }: { push: ReturnType<typeof usePush> }) {
  const { support, permission, current, failure } = push
  if (support === 'needs-install') return <p>{text.needsInstall}</p>
  if (support === 'unsupported') return <p>{text.unsupported}</p>
  if (permission === 'denied') return <Note kind="warn">{text.denied}</Note>
  const isOn = current !== undefined && permission === 'granted'
  return (
    <>
      <p role="status">{isOn ? pushText.on : text.help}</p>
      <p className="small muted">{text.night}</p>
      <div>
        {isOn ? (
          <Button
            kind="line"
            size="sm"
            busyLabel={push.isTurningOff && text.turningOff}
            onClick={() => void push.turnOff(current._id)}
          >
            {text.turnOff}
          </Button>
        ) : (
          <Button size="sm" busyLabel={push.isTurningOn && text.turningOn} onClick={() => void push.turnOn()}>
            {text.turnOn}
          </Button>
        )}
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </>
  )
}

type Props = { sessionId: string; device: string }

/** Says below a login that its device gets push notifications, and offers to turn them off. */
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
