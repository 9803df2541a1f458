import * as contract from '@baobab/contract/contact-admin.ts'
import { contactText } from '@baobab/contract/contact-text.ts'
import { auditRead } from '../../audit/write-audit-line.ts'
import { fail } from '../../platform/http/errors.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { answerMessage } from './answer-message.ts'
import { markMessage } from './mark-message.ts'
import { countUnreadMessages, findMessage, listMessages, toContactMessage } from './queries.ts'

export function addContactAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listMessages, ({ query }) => listMessages(app, query))
  route(context, contract.countUnreadMessages, async () => ({ unread: await countUnreadMessages(app) }))
  route(context, contract.oneMessage, async ({ who, params }) => {
    const row = (await findMessage(app.db, params.messageId)) ?? fail('not_found')
    await auditRead(app, { adminId: who.id, action: 'message.read', subject: row.id })
    return { message: await toContactMessage(app.db, row) }
  })
  route(context, contract.markMessage, async ({ params, body }) => ({
    message: await markMessage(app, params.messageId, body.isRead),
  }))
  route(context, contract.answerMessage, async ({ who, params, body }) => ({
    message: contactText.messageAnswered,
    contactMessage: await answerMessage(app, who, { messageId: params.messageId, answer: body.answer }),
  }))
}
