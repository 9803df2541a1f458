import * as contract from '@baobab/contract/contact.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import { writeLine } from '../audit/write-line.ts'
import { fail } from '../platform/errors.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { answerMessage } from './answer-message.ts'
import { markMessage } from './mark-message.ts'
import { contactMessage, countUnread, listMessages, messageById } from './queries.ts'
import { sendMessage } from './send-message.ts'

export function addContactRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.sendMessage, async ({ body }) => {
    await sendMessage(app, body)
    return { message: contactText.contactSent }
  })
  route(context, contract.listMessages, ({ query }) => listMessages(app, query))
  route(context, contract.countUnread, async () => ({ unread: await countUnread(app) }))
  route(context, contract.oneMessage, async ({ who, params }) => {
    const row = (await messageById(app.db, params.messageId)) ?? fail('not_found')
    await writeLine(app, app.db, { adminId: who.id, action: 'message.read', subject: row.id })
    return { message: await contactMessage(app.db, row) }
  })
  route(context, contract.markMessage, async ({ params, body }) => ({
    message: await markMessage(app, params.messageId, body.isRead),
  }))
  route(context, contract.answerMessage, async ({ who, params, body }) => ({
    message: contactText.messageAnswered,
    contactMessage: await answerMessage(app, who, { messageId: params.messageId, answer: body.answer }),
  }))
}
