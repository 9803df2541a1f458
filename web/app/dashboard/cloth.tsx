import type { Video } from '@baobab/contract/videos.ts'
import { Card } from '../ui/card.tsx'
import { Squares } from '../ui/squares.tsx'

/** One square of cloth for each story; what has been watched has taken the dye. */
export function Cloth({ videos }: { videos: readonly Video[] }) {
  const watched = videos.filter((video) => video.isWatched).length
  return (
    <Card className="stack stack-3">
      <div className="row between">
        <h2 className="h-20">Your cloth</h2>
        <span className="small muted">
          {watched} of {videos.length}
        </span>
      </div>
      <Squares
        wrap
        squares={videos.map((video) => (video.isWatched ? 'done' : 'waiting'))}
        label={`${watched} of ${videos.length} stories watched`}
      />
      <p className="small muted">Each story you finish takes the dye.</p>
    </Card>
  )
}
