import * as contract from '@baobab/contract/quiz.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { answerQuestion } from './answer-question.ts'
import { finishAttempt } from './finish-attempt.ts'
import { listAttempts } from './list-attempts.ts'
import { listQuestions } from './list-questions.ts'
import { reviewAttempt } from './review-attempt.ts'
import { startAttempt } from './start-attempt.ts'

export function addQuizRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listQuestions, ({ who, params }) => listQuestions(app, who, params))
  route(context, contract.startAttempt, ({ who, params }) => startAttempt(app, who, params))
  route(context, contract.answerQuestion, ({ who, params, body }) => answerQuestion(app, who, { ...params, ...body }))
  route(context, contract.finishAttempt, ({ who, params }) => finishAttempt(app, who, params))
  route(context, contract.reviewAttempt, ({ who, params }) => reviewAttempt(app, who, params))
  route(context, contract.listAttempts, ({ who }) => listAttempts(app, who.id))
}
