import { pushText } from '@baobab/contract/notifications/text.ts'
import { useState } from 'react'
import { serverDate } from '../../api/server-time.ts'
import { phoneStorage } from '../../browser/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { text } from './text.ts'
import { readPushSupport, usePush } from './use-push.ts'

/**
 * Offers push notifications after a quiz, with an explanation before the browser asks. Not shown if they are on, if the browser cannot show
 * them or has refused, to children up to 10, and for 30 days after "Not now".
 */
export function PushOffer({ studentId }: { studentId: string }) {
  const [isPossible] = useState(() => readPushSupport() === 'supported' && Notification.permission !== 'denied')
  const [isPostponed, setPostponed] = useState(() => isPushPostponed(studentId, serverDate()))
  const [wasAsked, setAsked] = useState(false)
  const push = usePush({ enabled: isPossible && !isPostponed })
  const { query, current, permission, failure } = push
  const isOn = current !== undefined && permission === 'granted'
  if (!isPossible || isPostponed || !query.data?.isOffered || (isOn && !wasAsked)) return null

  function postpone() {
    postponePush(studentId, serverDate())
    setPostponed(true)
  }
  function turnOn() {
    setAsked(true)
    void push.turnOn()
  }

  if (isOn)
    return (
      <Note kind="ok" role="status">
        {pushText.on}
      </Note>
    )
  if (permission === 'denied')
    return (
      <Note kind="warn" role="status">
        {text.denied}
      </Note>
    )
  return (
    <Card className="stack stack-3" aria-labelledby="push-offer">
      <h2 className="card__h" id="push-offer">
        {text.title}
      </h2>
      <p>{text.help}</p>
      <p className="small muted">{text.night}</p>
      <div className="row">
        <Button kind="line" busyLabel={push.isTurningOn && text.turningOn} onClick={turnOn}>
          {text.turnOn}
        </Button>
        <Button kind="quiet" onClick={postpone}>
          {text.notNow}
        </Button>
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </Card>
  )
}

// Remembers on this phone that a student does not want to be asked about push notifications for now.

const PAUSE_MS = 30 * 24 * 3_600_000
const toKey = (studentId: string) => `pushPostponed_${studentId}`

/** Notes that the student said "Not now". */
export function postponePush(studentId: string, now: Date): void {
  phoneStorage.setItem(toKey(studentId), now.toISOString())
}

/** Whether the student said "Not now" in the last 30 days. */
export function isPushPostponed(studentId: string, now: Date): boolean {
  const at = Date.parse(phoneStorage.getItem(toKey(studentId)) ?? '')
  return now.getTime() - at < PAUSE_MS
}
