import { useSyncExternalStore } from 'react'
import { useAdminSession } from '../../../api/session.ts'
import { allUnfinished, onUnfinished, type UnfinishedUpload } from './unfinished.ts'

const none: readonly UnfinishedUpload[] = []

/** Uploads that this admin began here for a video (null: for a new one) and did not finish. */
export function useUnfinished(videoId: string | null): readonly UnfinishedUpload[] {
  const admin = useAdminSession()?.username
  const all = useSyncExternalStore(onUnfinished, allUnfinished, () => none)
  return all.filter((one) => one.videoId === videoId && one.admin === admin)
}
