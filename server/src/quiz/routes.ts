import * as contract from '@baobab/contract/quiz.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import * as trivia from '@baobab/contract/quiz-admin.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { addQuestion } from './admin/add-question.ts'
import { answerQuestion } from './answer-question.ts'
import { deleteQuestion } from './admin/delete-question.ts'
import { editQuestion } from './admin/edit-question.ts'
import { finishAttempt } from './finish-attempt.ts'
import { toQuestionReply, listQuestionsWithAnswers, makeDryRun } from './admin/list-questions-with-answers.ts'
import { listAttempts } from './list-attempts.ts'
import { listQuestions } from './list-questions.ts'
import { orderQuestions } from './admin/order-questions.ts'
import { resetAttempt } from './admin/reset-attempt.ts'
import { reviewAttempt } from './review-attempt.ts'
import { startAttempt } from './start-attempt.ts'
import { questionStatistics } from './admin/statistics/question-statistics.ts'

export function addQuizRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listQuestions, ({ who, params }) => listQuestions(app, who, params))
  route(context, contract.startAttempt, ({ who, params }) => startAttempt(app, who, params))
  route(context, contract.answerQuestion, ({ who, params, body }) => answerQuestion(app, who, { ...params, ...body }))
  route(context, contract.finishAttempt, ({ who, params }) => finishAttempt(app, who, params))
  route(context, contract.reviewAttempt, ({ who, params }) => reviewAttempt(app, who, params))
  route(context, contract.listAttempts, ({ who }) => listAttempts(app, who.id))
  route(context, contract.resetAttempt, async ({ who, params, body }) => {
    await resetAttempt(app, who, { ...params, ...body })
    return { message: quizText.attemptReset }
  })
  addConsoleRoutes(context)
}

/** What the office does with questions. */
function addConsoleRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.addQuestion, async ({ who, body }) => {
    const added = await addQuestion(app, who, body)
    return { message: quizAdminText.triviaAdded, trivia: toQuestionReply(added) }
  })
  route(context, trivia.listQuestionsWithAnswers, ({ query }) => listQuestionsWithAnswers(app, query))
  route(context, trivia.dryRun, ({ query }) => makeDryRun(app, query))
  route(context, trivia.questionStatistics, ({ query }) => questionStatistics(app, query))
  route(context, trivia.editQuestion, async ({ who, params, body }) => {
    const edited = await editQuestion(app, who, { id: params.triviaId, change: body })
    return { message: quizAdminText.triviaUpdated, trivia: toQuestionReply(edited) }
  })
  route(context, trivia.deleteQuestion, async ({ who, params }) => {
    await deleteQuestion(app, who, params.triviaId)
    return { message: quizAdminText.triviaDeleted }
  })
  route(context, trivia.orderQuestions, async ({ who, body }) => {
    await orderQuestions(app, who, body)
    return { message: quizAdminText.triviaOrdered }
  })
}
