import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { listQuestionsWithAnswers, type Question } from '@baobab/contract/quiz/admin.ts'
import { listRegrades, readRegrade, type Regrade, proposeRegrade } from '@baobab/contract/quiz/corrections.ts'
import { RegradeForm } from '@baobab/contract/quiz/forms.ts'
import { EXPLANATION_LENGTH } from '@baobab/contract/quiz/rules.ts'
import { quizRegradeText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams, useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, prefetch, useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { formatShortDay } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { richText } from '../../ui/rich-text.tsx'
import { toast } from '../../ui/toast.tsx'
import { RegradeStateChip, RegradeView } from './regrade-view.tsx'
import { text } from './text.ts'
import { parseCategory, type QuizKey, WithQuestions } from './with-questions.tsx'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const [regradeId, videoId] = [params.get('regrade'), params.get('video')]
  if (regradeId) prefetch(readRegrade, { params: { regradeId } })
  else if (videoId) prefetch(listQuestionsWithAnswers, { query: { videoId, ageCategory: parseCategory(params) } })
  else prefetch(listRegrades, {})
  return null
}

export const meta = () => pageMeta(text.regrades)

/** Shows all corrected answers, the correction in `?regrade=`, or a form for correcting the question in `?question=`. */
export default function Regrades() {
  const [params] = useSearchParams()
  const [regradeId, videoId, questionId] = [params.get('regrade'), params.get('video'), params.get('question')]
  if (regradeId) return <RegradeView key={regradeId} regradeId={regradeId} />
  if (videoId && questionId) {
    const quiz = { videoId, ageCategory: parseCategory(params) }
    return <ProposeRegrade quiz={quiz} questionId={questionId} reportGroupId={params.get('report') ?? undefined} />
  }
  return <RegradeList />
}

function RegradeList() {
  const list = useQuery(apiQuery(listRegrades, {}))
  return (
    <>
      <PageHead title={text.regrades} lead={text.regradesLead} />
      <ListQuery query={list} failed={quizRegradeText.regradesFailed} loading={quizRegradeText.regradesLoading}>
        {({ regrades }) =>
          regrades.length === 0 ? (
            <Empty {...text.noRegrades} />
          ) : (
            <Card flush aria-label={text.regrades}>
              <ul className="inbox__rows">
                {regrades.map((regrade) => (
                  <RegradeRow key={regrade._id} regrade={regrade} />
                ))}
              </ul>
            </Card>
          )
        }
      </ListQuery>
    </>
  )
}

function RegradeRow({ regrade }: { regrade: Regrade }) {
  const { _id, question, videoTitle, ageCategory, proposedAt, state } = regrade
  return (
    <li>
      <Link className="inbox__row" to={adminPaths.regrade(_id)}>
        <b className="inbox__x">{question}</b>
        <span className="inbox__who small muted">
          <span className="clip">{text.quizOf(videoTitle ?? text.deletedVideo, ageCategory)}</span>
          <time dateTime={proposedAt}>{formatShortDay(new Date(proposedAt))}</time>
        </span>
        <span className="chips">
          <RegradeStateChip state={state} />
        </span>
      </Link>
    </li>
  )
}

type Props = { quiz: QuizKey; questionId: string; reportGroupId: string | undefined }

/** The form for correcting the answer to a question that students have already answered. */
function ProposeRegrade({ quiz, questionId, reportGroupId }: Props) {
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={adminPaths.trivia(quiz.videoId, quiz.ageCategory)} label={text.questions} />
        <PageHead title={text.proposeRegrade} lead={text.proposeLead} />
      </div>
      <WithQuestions quiz={quiz}>
        {(questions) => {
          const question = questions.find(({ _id }) => _id === questionId)
          if (question) return <ProposalForm question={question} reportGroupId={reportGroupId} />
          return <Empty title={commonText.notFound} help={text.questionDeleted} />
        }}
      </WithQuestions>
    </>
  )
}

function ProposalForm({ question, reportGroupId }: { question: Question } & Pick<Props, 'reportGroupId'>) {
  const navigate = useNavigate()
  const proposing = useApiMutation(proposeRegrade, { changes: [listRegrades] })
  const { _id: triviaId, options, correctAnswer, explanation } = question
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: RegradeForm,
    mode: 'onSubmit',
    defaultValues: {
      triviaId,
      newAnswer: '',
      keepsOld: false,
      explanation: explanation ?? '',
      ...(reportGroupId && { reportGroupId }),
    },
    async send(body) {
      const { message, regradeId } = await proposing.mutateAsync({ body })
      toast(message)
      void navigate(adminPaths.regrade(regradeId), { replace: true })
    },
  })
  const others = options.filter((option) => toComparisonKey(option) !== toComparisonKey(correctAnswer))
  return (
    <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-label={text.proposeRegrade}>
      <div className="stack stack-2 wrap-any">
        <h2 className="card__h">{question.question}</h2>
        <p>{richText(text.correctUntilNow, { answer: <b>{correctAnswer}</b> })}</p>
      </div>
      <RadioGroup
        label={text.rightAnswer}
        options={others.map((option) => ({ value: option, label: option }))}
        {...field('newAnswer')}
      />
      <Checkbox label={text.keepOldAnswer} {...form.register('keepsOld')} />
      <TextArea
        label={text.explanation}
        hint={text.newExplanationHint}
        rows={2}
        maxLength={EXPLANATION_LENGTH}
        error={form.formState.errors.explanation?.message}
        {...form.register('explanation')}
      />
      <FormFailureNote failure={failure} />
      <div>
        <Button type="submit" busyLabel={isSending && text.sendingAnswer}>
          {text.seeChanges}
        </Button>
      </div>
    </form>
  )
}
