import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { useState } from 'react'
import { AdminVideoCard } from './admin-video-card.tsx'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import type { MoveDirection } from '../../ui/list-order.ts'
import { VideoPreview } from './video-preview.tsx'

type Order = { ids: readonly string[]; onMove: (id: string, move: MoveDirection) => void }
type Props = { videos: readonly AdminVideo[]; columns: 2 | 3; order?: Order | undefined }

/** Cards of videos, with the dialogs that play or delete one of them. */
export function AdminVideoList({ videos, columns, order }: Props) {
  const [playing, play] = useState<AdminVideo>()
  const [doomed, setDoomed] = useState<AdminVideo>()
  return (
    <>
      <ul className={`grid g${columns} vgrid`}>
        {videos.map((video) => (
          <li key={video._id}>
            <AdminVideoCard video={video} onPlay={() => play(video)} onDelete={() => setDoomed(video)}>
              {order?.ids.includes(video._id) && (
                <MoveButtons
                  item={video}
                  position={order.ids.indexOf(video._id) + 1}
                  count={order.ids.length}
                  onMove={(move) => order.onMove(video._id, move)}
                />
              )}
            </AdminVideoCard>
          </li>
        ))}
      </ul>
      <VideoPreview video={playing} onClose={() => play(undefined)} />
      <DeleteVideoDialog video={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}
