import { quizText } from '@baobab/contract/quiz/text.ts'
import { uploadVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, VideoCardSkeleton } from '../../ui/skeleton.tsx'
import { text } from './text.ts'
import { useAdminVideos } from './use-admin-videos.ts'

type Props = { skeleton: ReactNode; children: (videos: AdminVideo[]) => ReactNode }

/** Renders its children with the admin's videos, or shows that they are loading or failed to load. */
export function WithVideos({ skeleton, children }: Props) {
  return (
    <QueryView
      query={useAdminVideos()}
      failed={videosText.videosFailed}
      loading={<Loading text={text.loadingVideos}>{skeleton}</Loading>}
    >
      {children}
    </QueryView>
  )
}

export function NoVideosYet() {
  return (
    <Empty title={videosText.noVideos} help={<IfAllowed who={uploadVideo.who}>{text.noVideosHelp}</IfAllowed>}>
      <AddVideoLink />
    </Empty>
  )
}

/**
 * Shows that no video was found.
 * @param isNamed false if the address names no video
 */
export function VideoNotFound({ isNamed = true }: { isNamed?: boolean }) {
  return (
    <Empty
      title={isNamed ? videosText.videoNotFound : quizText.noVideoDetails}
      help={isNamed ? text.notFoundHelp : text.notChosenHelp}
    >
      <Link className={buttonClass()} to={adminPaths.content}>
        {text.seeAllVideos}
      </Link>
    </Empty>
  )
}

export function AddVideoLink() {
  return (
    <IfAllowed who={uploadVideo.who}>
      <Link className={buttonClass()} to={adminPaths.videoUpload}>
        <Icon name="plus" />
        {text.addVideo}
      </Link>
    </IfAllowed>
  )
}

export function VideoGridSkeleton({ columns }: { columns: 2 | 3 }) {
  return (
    <div className={`grid g${columns}`}>
      {Array.from({ length: columns }, (_, index) => (
        <VideoCardSkeleton key={index} />
      ))}
    </div>
  )
}
