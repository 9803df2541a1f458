import * as contract from '@baobab/contract/contact/endpoints.ts'
import { contactText } from '@baobab/contract/contact/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { sendMessage } from './send-message.ts'

export function addContactRoutes(context: RouteContext): void {
  route(context, contract.sendMessage, async ({ body, request }) => {
    await sendMessage(context.app, body, request.ip)
    return { message: contactText.contactSent }
  })
}
