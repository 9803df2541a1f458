import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { Icon } from '../ui/icon.tsx'
import { Scene } from '../ui/scene.tsx'
import { isNewlyUnlocked } from '../videos/is-newly-unlocked.ts'
import { text } from './text.ts'

/** Celebrates the videos that the payment has just opened. Shows nothing if there are none or the list cannot be read. */
export function UnlockedVideos() {
  const { data: videos = [] } = useQuery({ ...apiQuery(listVideos, {}), staleTime: 0 })
  const unlocked = videos.filter(isNewlyUnlocked)
  if (unlocked.length === 0) return null
  return (
    <section className="cloth cloth--c unlocked stack" aria-labelledby="unlocked">
      <Scene name="trophy" />
      <h2 id="unlocked">{text.unlocked}</h2>
      <ul className="stack stack-2">
        {unlocked.map(({ _id, title }) => (
          <li key={_id} className="row nowrap">
            <Icon name="check-circle" />
            <b>{title}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
