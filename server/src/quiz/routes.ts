import { parseTap, TAP_HEADER } from '@baobab/contract/quiz/answer-tap.ts'
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { reportQuestion as reportEndpoint } from '@baobab/contract/quiz/endpoints.ts'
import * as practice from '@baobab/contract/quiz/practice.ts'
import { quizReportsText } from '@baobab/contract/quiz/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { answerQuestion } from './answer-question.ts'
import { finishAttempt } from './finish-attempt.ts'
import { listAttempts } from './list-attempts.ts'
import { listQuestions } from './list-questions.ts'
import { readToday } from './practice-today.ts'
import { answerPractice, readDailyPractice, readPractice, readReplay } from './practice.ts'
import { readMovement } from './read-movement.ts'
import { readQuizTime } from './read-quiz-time.ts'
import { reportQuestion } from './reports/report-question.ts'
import { reviewAttempt } from './review-attempt.ts'
import { startAttempt } from './start-attempt.ts'

export function addQuizRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listQuestions, ({ who, params }) => listQuestions(app, who, params))
  route(context, contract.readQuizTime, ({ who, params }) => readQuizTime(app, who, params))
  route(context, contract.startAttempt, ({ who, params, request }) =>
    startAttempt(app, who, { ...params, address: request.ip }),
  )
  route(context, contract.answerQuestion, ({ who, params, body, request }) =>
    answerQuestion(app, who, {
      ...params,
      ...body,
      address: request.ip,
      tap: parseTap(request.headers[TAP_HEADER]),
    }),
  )
  route(context, contract.finishAttempt, ({ who, params }) => finishAttempt(app, who, params))
  route(context, contract.reviewAttempt, ({ who, params }) => reviewAttempt(app, who, params))
  route(context, practice.readPractice, ({ who, params }) => readPractice(app, who, params))
  route(context, practice.readDailyPractice, ({ who }) => readDailyPractice(app, who))
  route(context, practice.readReplay, ({ who, params }) => readReplay(app, who, params))
  route(context, practice.readToday, ({ who }) => readToday(app, who))
  route(context, practice.answerPractice, ({ who, params, body }) => answerPractice(app, who, { ...params, ...body }))
  route(context, contract.readMovement, async ({ who, params }) => ({ movement: await readMovement(app, who, params) }))
  route(context, reportEndpoint, async ({ who, params, body }) => {
    const report = await reportQuestion(app, who, { ...params, ...body })
    return { message: quizReportsText.questionReported, report }
  })
  route(context, contract.listAttempts, ({ who }) => listAttempts(app, who.id))
}
