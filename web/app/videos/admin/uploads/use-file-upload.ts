import { useEffect, useReducer, useRef } from 'react'
import { serverTime } from '../../../api/server-time.ts'
import { adminSession } from '../../../api/session.ts'
import type { VideoDetails } from '../video-details.ts'
import { deleteUnfinishedUpload, findUnfinishedUpload, saveUnfinishedUpload } from './unfinished-uploads.ts'
import { startUpload, type ResumePoint } from './upload-file.ts'
import { fingerprint } from './upload-queue.ts'
import { noUpload, reduceUpload } from './upload-state.ts'

/** Uploads the file of one form. If the form is submitted again, a file that was uploaded is not sent again. */
export function useFileUpload(videoId: string | null) {
  const [state, dispatch] = useReducer(reduceUpload, noUpload)
  const running = useRef<ReturnType<typeof startUpload>>(undefined)
  const uploaded = useRef<{ file: File; id: string; resumePoint: ResumePoint }>(undefined)

  // Leaving the page pauses the upload: the server keeps what has arrived, and this browser stores where to resume.
  useEffect(() => () => running.current?.pause(), [])

  /** Returns the upload's id, or undefined if it was canceled. Throws ApiError. */
  async function send(file: File, details: VideoDetails): Promise<string | undefined> {
    if (uploaded.current?.file === file) return uploaded.current.id
    const resumePoint = createResumePoint(file, videoId, details)
    const upload = (running.current = startUpload(file, { resumePoint, report: dispatch }))
    try {
      const id = await upload.finished
      if (id !== undefined) uploaded.current = { file, id, resumePoint }
      return id
    } catch (error) {
      dispatch({ kind: 'reset' })
      throw error
    } finally {
      running.current = undefined
    }
  }

  /** Called when the upload became a video, or when the server refused the file. */
  function clear() {
    uploaded.current?.resumePoint.clear()
    uploaded.current = undefined
    dispatch({ kind: 'reset' })
  }

  return {
    state,
    send,
    /** Whether the file has been sent already, so that only the reply to the form may be missing. */
    isSent: (file: File | undefined) => file !== undefined && uploaded.current?.file === file,
    clear,
    pause: () => running.current?.pause(),
    resume: () => running.current?.resume(),
    cancel: () => running.current?.cancel(),
  }
}

/** Stores where to resume in this browser, or in memory if its storage is disabled. */
function createResumePoint(file: File, videoId: string | null, details: VideoDetails): ResumePoint {
  const owner = { videoId, admin: adminSession()?.username ?? '' }
  const key = fingerprint(file)
  const { title, description, access, publish, publishAt } = details
  const stored = findUnfinishedUpload(file, owner)
  let knownUrl = stored?.url
  return {
    url: () => knownUrl,
    sentBefore: stored?.sent ?? 0,
    save(url, sent) {
      knownUrl = url
      const { name, size } = file
      const texts = videoId === null ? { title, description, access, publish, publishAt } : null
      saveUnfinishedUpload({ ...owner, fingerprint: key, name, size, url, sent, keptAt: serverTime(), texts })
    },
    clear() {
      knownUrl = undefined
      deleteUnfinishedUpload(key, owner)
    },
  }
}
