import * as contract from '@baobab/contract/contact/endpoints.ts'
import { contactAdminText, contactText } from '@baobab/contract/contact/text.ts'
import { auditRead } from '../../platform/audit/write-audit-line.ts'
import { readList } from '../../platform/database/read-list.ts'
import { fail } from '../../platform/http/errors.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { answerMessage, mailAnswerAgain, takeBackAnswer } from './answer-message.ts'
import { previewAnswer } from './mail-answers.ts'
import { listReplies } from '../replies.ts'
import { markMessage } from './mark-message.ts'
import { addMessageNote, listAssignees, organizeMessage } from './organize-message.ts'
import { countOpenMessages, findMessage, listMessages, toContactMessage } from './queries.ts'
import { addSavedAnswer, changeSavedAnswer, deleteSavedAnswer, listSavedAnswers } from './saved-answers.ts'

export function addContactAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listMessages, ({ who, query }) => readList(app, (reader) => listMessages(reader, who, query)))
  route(context, contract.countOpenMessages, async () => ({ open: await countOpenMessages(app) }))
  route(context, contract.oneMessage, async ({ who, params }) => {
    const row = (await findMessage(app.db, params.messageId)) ?? fail('not_found')
    await auditRead(app, { adminId: who.id, action: 'message.read', subject: row.id })
    return { message: await toContactMessage(app, app.db, row) }
  })
  route(context, contract.markMessage, async ({ params, body }) => ({
    message: await markMessage(app, params.messageId, body),
  }))
  route(context, contract.answerMessage, async ({ who, params, body }) => ({
    message: contactText.messageAnswered,
    contactMessage: await answerMessage(app, who, { ...params, ...body }),
  }))
  route(context, contract.takeBackAnswer, async ({ who, params }) => ({
    message: contactAdminText.answerTakenBack,
    ...(await takeBackAnswer(app, who, params)),
  }))
  route(context, contract.listAnswerMails, async ({ params }) => {
    const row = (await findMessage(app.db, params.messageId)) ?? fail('not_found')
    const answers = (await listReplies(app.db, row)).filter(({ direction }) => direction === 'out')
    return { mails: answers.map(({ _id, mailState, mailFailure }) => ({ _id, mailState, mailFailure })) }
  })
  route(context, contract.previewAnswer, ({ params, body }) => previewAnswer(app, { ...params, ...body }))
  route(context, contract.mailAnswerAgain, async ({ who, params }) => ({
    message: contactAdminText.answerMailedAgain,
    contactMessage: await mailAnswerAgain(app, who, params.messageId),
  }))
  route(context, contract.organizeMessage, async ({ who, params, body }) => ({
    message: await organizeMessage(app, who, params.messageId, body),
  }))
  route(context, contract.addMessageNote, async ({ who, params, body }) => ({
    message: await addMessageNote(app, who, { ...params, ...body }),
  }))
  route(context, contract.listAssignees, async () => ({ admins: await listAssignees(app.db) }))
  addSavedAnswerRoutes(context)
}

function addSavedAnswerRoutes(context: RouteContext): void {
  const { app } = context
  const message = contactAdminText.answerSaved
  route(context, contract.listSavedAnswers, async () => ({ savedAnswers: await listSavedAnswers(app) }))
  route(context, contract.addSavedAnswer, async ({ who, body }) => ({
    message,
    savedAnswer: await addSavedAnswer(app, who, body),
  }))
  route(context, contract.changeSavedAnswer, async ({ who, params, body }) => ({
    message,
    savedAnswer: await changeSavedAnswer(app, who, params.answerId, body),
  }))
  route(context, contract.deleteSavedAnswer, async ({ who, params }) => {
    await deleteSavedAnswer(app, who, params.answerId)
    return { message: contactAdminText.answerDeleted }
  })
}
