// What was just sent to many students can be taken back until the server publishes it. The server keeps the time, so a reload or another
// device shows the same countdown.
import { cancelNotification, listNotifications, type AdminNotification } from '@baobab/contract/notifications/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, invalidate, useApiMutation } from '../../api/query.ts'
import { useSecondsLeft } from '../../api/use-server-time.ts'
import { useIsAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { restoreAsDraft, scheduledInput } from './notification-form-values.ts'
import { recipientLabel, text } from './text.ts'

/** How often the page checks whether a notification was published, while one can be taken back. */
const ASK_MS = 2_000

/** Lists what can be taken back, on every page of admins who may do so. */
export function TakeBackNotes() {
  const list = useQuery({
    ...apiQuery(listNotifications, scheduledInput),
    enabled: useIsAllowed(cancelNotification.who),
    refetchInterval: ({ state }) => (state.data && findHeld(state.data).length > 0 ? ASK_MS : false),
  })
  const held = list.data ? findHeld(list.data) : []
  useRefreshOnceSent(held.length)
  if (held.length === 0) return null
  return (
    <div className="take-back">
      {held.map((notification) => (
        <TakeBackNote key={notification._id} notification={notification} />
      ))}
    </div>
  )
}

type List = { allNotifications: { notifications: AdminNotification[] }[] }

const findHeld = ({ allNotifications }: List) =>
  allNotifications.flatMap(({ notifications }) => notifications).filter(({ canTakeBack }) => canTakeBack)

function TakeBackNote({ notification }: { notification: AdminNotification }) {
  const { takeBack, isPending } = useTakeBack()
  const { title, date } = notification
  const seconds = useSecondsLeft(Date.parse(date))
  return (
    <Note kind="warn" icon="timer">
      <div className="row">
        <p className="grow">
          {seconds > 0
            ? richText(text.wasSent, {
                title: <b>{title}</b>,
                // Announced once instead of every second.
                time: (
                  <b className="num" role="timer">
                    {text.seconds(seconds)}
                  </b>
                ),
                recipient: recipientLabel(notification),
              })
            : richText(text.beingSent, { title: <b>{title}</b> })}
        </p>
        <Button
          kind="line"
          size="sm"
          busyLabel={isPending && text.takingBack}
          aria-label={text.takeBackThis(title)}
          onClick={() => void takeBack(notification)}
        >
          {text.takeBack}
        </Button>
      </div>
    </Note>
  )
}

/** Cancels a waiting notification. The form then opens with its content, unless another draft would be lost. */
function useTakeBack() {
  const navigate = useNavigate()
  const cancellation = useApiMutation(cancelNotification, { changes: [listNotifications] })
  async function takeBack(notification: AdminNotification) {
    try {
      await cancellation.mutateAsync({ params: { notificationId: notification._id } })
      toast(text.takenBack)
      if (restoreAsDraft(notification))
        await navigate(adminPaths.notificationForm, { state: { takenBack: notification._id } })
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
      void invalidate(listNotifications)
    }
  }
  return { takeBack, isPending: cancellation.isPending }
}

/** Refreshes the notification lists when one is no longer waiting. */
function useRefreshOnceSent(count: number): void {
  const before = useRef(0)
  useEffect(() => {
    if (count < before.current) void invalidate(listNotifications)
    before.current = count
  }, [count])
}
