import { metricsText } from '@baobab/contract/metrics-text.ts'
import { Card } from '../ui/card.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

const tiles = ['students', 'payments', 'videos', 'messages', 'mails', 'storage', 'month']

export function TilesSkeleton() {
  return (
    <div className="grid tiles" aria-hidden="true">
      {tiles.map((tile) => (
        <div key={tile} className="card figure figure--waiting">
          <Skeleton />
          <Skeleton shape="title" />
        </div>
      ))}
    </div>
  )
}

export function ChartsSkeleton() {
  return (
    <Loading text={metricsText.metricsLoading}>
      <div className="grid g2" aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((chart) => (
          <Card key={chart} as="div" className="stack">
            <Skeleton shape="title" />
            <Skeleton shape="short" />
            <Skeleton shape="thumb" />
          </Card>
        ))}
      </div>
    </Loading>
  )
}
