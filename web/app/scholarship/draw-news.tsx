import { drawNews } from '@baobab/contract/scholarship/draw-news.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { apiQuery } from '../api/query.ts'
import type { DrawNewsCard } from './draw-news-card.tsx'

const STALE_MS = 60_000

/** The most important news about the draws, such as a prize, as a card; nothing if there is none, or until it is known. */
export function DrawNews() {
  const { data: news } = useQuery({ ...apiQuery(drawNews, {}), staleTime: STALE_MS })
  const [Card, setCard] = useState<ComponentType<Parameters<typeof DrawNewsCard>[0]>>()
  const { prizes = [], latest, current } = news ?? {}
  const mayBeNews = prizes.length > 0 || Boolean(latest) || (current !== undefined && current.rank !== null)
  // Loaded after the page, which stays useful without it.
  useEffect(() => {
    if (mayBeNews)
      void import('./draw-news-card.tsx').then(
        (loaded) => setCard(() => loaded.DrawNewsCard),
        () => undefined,
      )
  }, [mayBeNews])
  return news && Card ? <Card news={news} /> : null
}
