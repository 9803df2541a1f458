import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useState } from 'react'
import { AdminVideoCard } from './admin-video-card.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { VideoPreview } from './video-preview.tsx'

/** Cards of videos, with the dialogs that play or delete one of them. */
export function AdminVideoList({ videos, columns }: { videos: readonly AdminVideo[]; columns: 2 | 3 }) {
  const [playing, play] = useState<AdminVideo>()
  const [doomed, setDoomed] = useState<AdminVideo>()
  return (
    <>
      <ul className={`grid g${columns} vgrid`}>
        {videos.map((video) => (
          <li key={video._id}>
            <AdminVideoCard video={video} onPlay={() => play(video)} onDelete={() => setDoomed(video)} />
          </li>
        ))}
      </ul>
      <VideoPreview video={playing} onClose={() => play(undefined)} />
      <DeleteVideoDialog video={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}
