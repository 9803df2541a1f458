import { useLocation, useSearchParams } from 'react-router'
import { pageMeta } from '../shell/page-meta.ts'
import { ContentFrame } from '../videos/admin/content-frame.tsx'
import { MoralVideos } from '../videos/admin/moral-videos.tsx'
import { TriviaGames } from '../quiz/admin/trivia-games.tsx'

export const meta = () => pageMeta('Content Management')

/** Videos and trivia games, each in a tab; `/admin/trivias` opens the second one. */
export default function ContentManagement() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const tab = params.get('tab') ?? (pathname.startsWith('/admin/trivias') ? 'trivia' : 'videos')
  return tab === 'trivia' ? (
    <ContentFrame tab="trivia">
      <TriviaGames />
    </ContentFrame>
  ) : (
    <ContentFrame tab="videos">
      <MoralVideos />
    </ContentFrame>
  )
}
