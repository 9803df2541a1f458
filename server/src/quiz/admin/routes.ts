import { quizAdminText, quizRegradeText, quizReportsText } from '@baobab/contract/quiz/text.ts'
import * as contract from '@baobab/contract/quiz/admin.ts'
import { searchQuestions as searchQuestionsEndpoint } from '@baobab/contract/quiz/question-bank.ts'
import * as regradeContract from '@baobab/contract/quiz/corrections.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { addQuestion } from './add-question.ts'
import { deleteQuestion } from './delete-question.ts'
import { editQuestion } from './edit-question.ts'
import { listQuestionsWithAnswers, toQuestionReply } from './list-questions-with-answers.ts'
import { makeDryRun } from './make-dry-run.ts'
import { orderQuestions } from './order-questions.ts'
import { answerReports } from './reports/answer-reports.ts'
import { countOpenReports, listReportGroups, readReportGroup } from './reports/queries.ts'
import { agreeToRegrade, requestPreview, withdrawRegrade } from './regrade/decide-regrade.ts'
import { proposeRegrade } from './regrade/propose-regrade.ts'
import { listRegrades, readRegrade } from './regrade/queries.ts'
import { resetAttempt } from './reset-attempt.ts'
import { deleteOptionPictures, setOptionPictures } from './option-pictures.ts'
import { searchQuestions } from './search-questions.ts'
import { setAskedCount } from './set-asked-count.ts'
import { questionStatistics } from './statistics/question-statistics.ts'

export function addQuizAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listQuestionsWithAnswers, ({ who, query }) => listQuestionsWithAnswers(app, who, query))
  route(context, searchQuestionsEndpoint, ({ query }) => searchQuestions(app, query))
  route(context, contract.dryRun, ({ who, query }) => makeDryRun(app, who, query))
  route(context, contract.questionStatistics, ({ query }) => questionStatistics(app, query))
  route(context, contract.addQuestion, async ({ who, body }) => {
    const added = await addQuestion(app, who, body)
    return { message: quizAdminText.triviaAdded, trivia: toQuestionReply(app, who, added) }
  })
  route(context, contract.editQuestion, async ({ who, params, body }) => {
    const edited = await editQuestion(app, who, { id: params.triviaId, change: body })
    return { message: quizAdminText.triviaUpdated, trivia: toQuestionReply(app, who, edited) }
  })
  route(context, contract.deleteQuestion, async ({ who, params }) => {
    await deleteQuestion(app, who, params.triviaId)
    return { message: quizAdminText.triviaDeleted }
  })
  route(context, contract.setOptionPictures, async ({ who, params, uploads }) => {
    const changed = await setOptionPictures(app, who, { id: params.triviaId, uploads })
    return { message: quizAdminText.picturesSet, trivia: toQuestionReply(app, who, changed) }
  })
  route(context, contract.deleteOptionPictures, async ({ who, params }) => {
    const changed = await deleteOptionPictures(app, who, params.triviaId)
    return { message: quizAdminText.picturesDeleted, trivia: toQuestionReply(app, who, changed) }
  })
  route(context, contract.orderQuestions, async ({ who, body }) => {
    await orderQuestions(app, who, body)
    return { message: quizAdminText.triviaOrdered }
  })
  route(context, regradeContract.listReportGroups, ({ query }) => listReportGroups(app, query))
  route(context, regradeContract.countOpenReports, async () => ({ open: await countOpenReports(app) }))
  route(context, regradeContract.readReportGroup, ({ params }) => readReportGroup(app, params.reportGroupId))
  route(context, regradeContract.answerReports, async ({ who, params, body }) => {
    await answerReports(app, who, { ...params, ...body })
    return { message: quizReportsText.reportsAnswered }
  })
  route(context, regradeContract.proposeRegrade, async ({ who, body }) => ({
    message: quizRegradeText.proposed,
    regradeId: await proposeRegrade(app, who, body),
  }))
  route(context, regradeContract.listRegrades, () => listRegrades(app))
  route(context, regradeContract.readRegrade, ({ who, params }) => readRegrade(app, who, params.regradeId))
  route(context, regradeContract.agreeToRegrade, async ({ who, params }) => {
    await agreeToRegrade(app, who, params.regradeId)
    return { message: quizRegradeText.agreed }
  })
  route(context, regradeContract.withdrawRegrade, async ({ who, params }) => {
    await withdrawRegrade(app, who, params.regradeId)
    return { message: quizRegradeText.withdrawn }
  })
  route(context, regradeContract.previewRegrade, async ({ params }) => {
    await requestPreview(app, params.regradeId)
    return { message: quizRegradeText.previewRequested }
  })
  route(context, contract.setAskedCount, async ({ who, body }) => {
    await setAskedCount(app, who, body)
    return { message: quizAdminText.askedCountSet }
  })
  route(context, contract.resetAttempt, async ({ who, params, body }) => {
    await resetAttempt(app, who, { ...params, ...body })
    return { message: quizAdminText.attemptReset }
  })
}
