import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phoneStorage } from '../api/phone-storage.ts'
import { q } from '../api/q.ts'
import { hasFilms } from './kept-films.ts'

/** Whenever the list of videos is read: films that are locked for this student now, or gone from it, leave the phone. */
export function useTidyFilms(studentId: string): void {
  const { data: videos } = useQuery({ ...q(listVideos, {}), enabled: false })

  useEffect(() => {
    if (!videos || !hasFilms(phoneStorage(), studentId)) return
    import('./tidy-films.ts')
      .then(({ tidyFilms }) => tidyFilms(studentId, videos))
      // The next list is another chance.
      .catch(() => undefined)
  }, [videos, studentId])
}
