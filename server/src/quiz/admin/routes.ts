import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import * as contract from '@baobab/contract/quiz-admin.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { addQuestion } from './add-question.ts'
import { deleteQuestion } from './delete-question.ts'
import { editQuestion } from './edit-question.ts'
import { listQuestionsWithAnswers, toQuestionReply } from './list-questions-with-answers.ts'
import { makeDryRun } from './make-dry-run.ts'
import { orderQuestions } from './order-questions.ts'
import { resetAttempt } from './reset-attempt.ts'
import { questionStatistics } from './statistics/question-statistics.ts'

export function addQuizAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listQuestionsWithAnswers, ({ query }) => listQuestionsWithAnswers(app, query))
  route(context, contract.dryRun, ({ query }) => makeDryRun(app, query))
  route(context, contract.questionStatistics, ({ query }) => questionStatistics(app, query))
  route(context, contract.addQuestion, async ({ who, body }) => {
    const added = await addQuestion(app, who, body)
    return { message: quizAdminText.triviaAdded, trivia: toQuestionReply(added) }
  })
  route(context, contract.editQuestion, async ({ who, params, body }) => {
    const edited = await editQuestion(app, who, { id: params.triviaId, change: body })
    return { message: quizAdminText.triviaUpdated, trivia: toQuestionReply(edited) }
  })
  route(context, contract.deleteQuestion, async ({ who, params }) => {
    await deleteQuestion(app, who, params.triviaId)
    return { message: quizAdminText.triviaDeleted }
  })
  route(context, contract.orderQuestions, async ({ who, body }) => {
    await orderQuestions(app, who, body)
    return { message: quizAdminText.triviaOrdered }
  })
  route(context, contract.resetAttempt, async ({ who, params, body }) => {
    await resetAttempt(app, who, { ...params, ...body })
    return { message: quizAdminText.attemptReset }
  })
}
