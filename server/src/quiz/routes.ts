import * as contract from '@baobab/contract/quiz.ts'
import { text } from '@baobab/contract/text.ts'
import { studentByUsername } from '../accounts/queries.ts'
import { writeLine } from '../audit/write-line.ts'
import { fail } from '../platform/errors.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { addQuestion } from './add-question.ts'
import { answerQuestion } from './answer-question.ts'
import { finishAttempt } from './finish-attempt.ts'
import { listAttempts, listStudentAttempts } from './list-attempts.ts'
import { listQuestions } from './list-questions.ts'
import { resetAttempt } from './reset-attempt.ts'
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
  route(context, contract.listStudentAttempts, async ({ who, query }) => {
    const student = (await studentByUsername(app.db, query.username)) ?? fail('not_found')
    await writeLine(app, app.db, { adminId: who.id, action: 'student.attempts_read', subject: student.id })
    return listStudentAttempts(app, student.id)
  })
  route(context, contract.resetAttempt, async ({ who, params, body }) => {
    await resetAttempt(app, who, { ...params, ...body })
    return { message: text.attemptReset }
  })
  route(context, contract.addQuestion, async ({ who, body }) => {
    const { question, video } = await addQuestion(app, who, body)
    return {
      message: text.triviaAdded,
      trivia: {
        _id: question.id,
        question: question.question,
        options: question.options,
        videoTitle: video.title,
        ageCategory: question.ageCategory,
        correctAnswer: question.correctAnswer,
      },
    }
  })
}
