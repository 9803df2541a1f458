import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useVideos } from '../videos/use-videos.ts'
import { chooseNextStep, stepPath } from './next-step.ts'
import { text } from './text.ts'

type Props = { /** The video whose quiz was just taken. */ video: Pick<Video, '_id'>; kind: 'accent' | 'line' }

/** Leads to the next video or quiz. If none is left, leads to the dashboard, which says when the next one comes. */
export function NextStepLink({ video, kind }: Props) {
  const videos = (useVideos().data ?? []).filter(({ _id }) => _id !== video._id)
  const quizzes = useQuery(apiQuery(listAttempts, {})).data
  const category = useAgeCategory()
  const step = chooseNextStep({ videos, category, quizzes, running: undefined, today: undefined, day: undefined })
  const names = { watch: text.nextVideo, quiz: text.takeAnotherQuiz } as const
  const name = step.kind === 'watch' || step.kind === 'quiz' ? names[step.kind] : undefined
  return (
    <PageLink className={buttonClass({ kind })} to={name ? stepPath(step) : paths.student.dashboard}>
      {name ?? text.seeWhatIsNext}
    </PageLink>
  )
}
