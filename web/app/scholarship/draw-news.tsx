import { drawNews } from '@baobab/contract/scholarship/draw-news.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { DrawNewsCard } from './draw-news-card.tsx'

const STALE_MS = 60_000

/** The most important news about the draws, such as a prize, as a card; nothing if there is none, or until it is known. */
export function DrawNews() {
  const { data: news } = useQuery({ ...apiQuery(drawNews, {}), staleTime: STALE_MS })
  return news ? <DrawNewsCard news={news} /> : null
}
