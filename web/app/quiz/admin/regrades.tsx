import { commonText } from '@baobab/contract/kernel/text.ts'
import { listQuestionsWithAnswers } from '@baobab/contract/quiz/admin.ts'
import { listRegrades, readRegrade, type Regrade } from '@baobab/contract/quiz/corrections.ts'
import { quizRegradeText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { apiQuery, prefetch } from '../../api/query.ts'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { BackLink } from '../../shell/page-link.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatShortDay } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { ProposalForm } from './proposal-form.tsx'
import { RegradeStateChip, RegradeView } from './regrade-view.tsx'
import { text } from './text.ts'
import { describeKind } from './void-text.ts'
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
          <Chip>{describeKind(regrade)}</Chip>
        </span>
      </Link>
    </li>
  )
}

type Props = { quiz: QuizKey; questionId: string; reportGroupId: string | undefined }

/** The page for correcting the answer to a question that students have already answered, or making it void. */
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
          if (question) return <ProposalForm question={question} voided={null} reportGroupId={reportGroupId} />
          return <Empty title={commonText.notFound} help={text.questionDeleted} />
        }}
      </WithQuestions>
    </>
  )
}
