import { VideoCardSkeleton } from '../../ui/skeleton.tsx'

export function VideoGridSkeleton({ columns }: { columns: 2 | 3 }) {
  return (
    <div className={`grid g${columns}`}>
      {Array.from({ length: columns }, (_, index) => (
        <VideoCardSkeleton key={index} />
      ))}
    </div>
  )
}
