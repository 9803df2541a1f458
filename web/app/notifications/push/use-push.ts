import {
  addPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
} from '@baobab/contract/notifications/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { readPushSupport } from './push-support.ts'
import { subscribeBrowser, unsubscribeBrowser } from './subscribe-browser.ts'
import { text } from './text.ts'

const changes = [listPushSubscriptions]

/** Push notifications on this device: what the browser and the server say, and how to turn them on and off. */
export function usePush({ enabled = true }: { enabled?: boolean } = {}) {
  const [support] = useState(readPushSupport)
  const [permission, setPermission] = useState(() => (support === 'supported' ? Notification.permission : 'default'))
  const [isTurningOn, setTurningOn] = useState(false)
  const [failure, setFailure] = useState<string>()
  const query = useQuery({ ...apiQuery(listPushSubscriptions, {}), enabled })
  const adding = useApiMutation(addPushSubscription, { changes })
  const deleting = useApiMutation(deletePushSubscription, { changes })
  const current = query.data?.subscriptions.find(({ isCurrent }) => isCurrent)

  /** Asks for the browser's permission, so it is called by a press of a button only. */
  async function turnOn() {
    setTurningOn(true)
    setFailure(undefined)
    try {
      const answer = await Notification.requestPermission()
      setPermission(answer)
      if (answer === 'default') setFailure(text.dismissed)
      if (answer === 'granted') await adding.mutateAsync({ body: await subscribeBrowser(query.data?.publicKey ?? '') })
    } catch (error) {
      setFailure(errorMessage(error, text.failed))
    }
    setTurningOn(false)
  }

  async function turnOff(subscriptionId: string) {
    setFailure(undefined)
    try {
      await deleting.mutateAsync({ params: { subscriptionId } })
      // The server sends nothing more, whether or not the browser ends its part.
      if (subscriptionId === current?._id) await unsubscribeBrowser().catch(() => undefined)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return {
    support,
    permission,
    query,
    current,
    failure,
    turnOn,
    isTurningOn,
    turnOff,
    isTurningOff: deleting.isPending,
  }
}
