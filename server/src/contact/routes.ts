import * as contract from '@baobab/contract/contact.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import { writeAuditLine } from '../audit/write-audit-line.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { answerMessage } from './admin/answer-message.ts'
import { markMessage } from './admin/mark-message.ts'
import { contactMessage, countUnreadMessages, listMessages, findMessage } from './queries.ts'
import { sendMessage } from './send-message.ts'

export function addContactRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.sendMessage, async ({ body }) => {
    await sendMessage(app, body)
    return { message: contactText.contactSent }
  })
  route(context, contract.listMessages, ({ query }) => listMessages(app, query))
  route(context, contract.countUnreadMessages, async () => ({ unread: await countUnreadMessages(app) }))
  route(context, contract.oneMessage, async ({ who, params }) => {
    const row = (await findMessage(app.db, params.messageId)) ?? fail('not_found')
    await writeAuditLine(app, app.db, { adminId: who.id, action: 'message.read', subject: row.id })
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
