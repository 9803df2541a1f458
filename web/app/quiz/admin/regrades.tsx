import { listQuestionsWithAnswers } from '@baobab/contract/quiz/admin.ts'
import { listRegrades, readRegrade, type Regrade } from '@baobab/contract/quiz/corrections.ts'
import { quizRegradeText } from '@baobab/contract/quiz/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { apiQuery, prefetch } from '../../api/query.ts'
import { adminPaths } from '../../admin-paths.ts'
import { ListQuery } from '../../lists/admin/admin-list.tsx'
import { pageMeta } from '../../shell/page-meta.ts'
import { Card } from '../../ui/card.tsx'
import { formatShortDay } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ProposeRegrade } from './propose-regrade.tsx'
import { RegradeStateChip, RegradeView } from './regrade-view.tsx'
import { text } from './text.ts'
import { parseCategory } from './use-questions.ts'

export function clientLoader({ request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const [regradeId, videoId] = [params.get('regrade'), params.get('video')]
  if (regradeId) prefetch(readRegrade, { params: { regradeId } })
  else if (videoId) prefetch(listQuestionsWithAnswers, { query: { videoId, ageCategory: parseCategory(params) } })
  else prefetch(listRegrades, {})
  return null
}

export const meta = () => pageMeta(text.regrades)

/** Shows the corrections of answers, the one in `?regrade=`, or the form to correct the question in `?question=`. */
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
