import { useLocation, useSearchParams } from 'react-router'
import { titled } from '../shell/meta.ts'
import { ContentFrame } from './content-frame.tsx'
import { MoralVideos } from './moral-videos.tsx'
import { TriviaGames } from './trivia-games.tsx'

export const meta = () => titled('Content Management')

/** Videos and trivia games, one tab each; `/admin/trivias` is the second tab. */
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
