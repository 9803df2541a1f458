import { pushText } from '@baobab/contract/notifications/text.ts'
import * as contract from '@baobab/contract/notifications/endpoints.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { addSubscription, deleteSubscription, listSubscriptions } from './subscriptions.ts'

export function addPushRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listPushSubscriptions, ({ who }) => listSubscriptions(app, who))
  route(context, contract.addPushSubscription, async ({ who, body }) => ({
    message: pushText.on,
    subscription: await addSubscription(app, who, body),
  }))
  route(context, contract.deletePushSubscription, async ({ who, params }) => {
    await deleteSubscription(app, who, params.subscriptionId)
    return { message: pushText.off }
  })
}
