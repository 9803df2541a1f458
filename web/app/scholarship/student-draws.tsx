import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { publicSettingsQuery } from '../api/public-settings.ts'
import { apiQuery, prefetch } from '../api/query.ts'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { DrawsContent } from './draws.tsx'
import { MyDraw } from './my-draw.tsx'
import { text } from './text.ts'

export { meta } from './draws.tsx'

export function clientLoader() {
  prefetch(listDraws, {})
  return null
}

/** The student's place in this month's draw, and every draw so far. */
export default function StudentDraws() {
  const draws = useQuery(apiQuery(listDraws, {}))
  const { data: settings } = useQuery(publicSettingsQuery)
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <MyDraw />
      <QueryView
        query={draws}
        failed={scholarshipText.drawsFailed}
        loading={
          <Loading text={scholarshipText.drawsLoading}>
            <RowsSkeleton rows={4} />
          </Loading>
        }
      >
        {(loaded) => <DrawsContent draws={loaded} prizeKobo={settings?.prizeKobo ?? null} />}
      </QueryView>
    </>
  )
}
