import { useEffect, useReducer, useRef } from 'react'
import { adminSession } from '../../../api/session.ts'
import type { VideoDetails } from '../video-details.ts'
import { carryFile, type Place } from './carry-file.ts'
import { fingerprint } from './queue.ts'
import { noTransfer, reduceTransfer } from './transfer.ts'
import { makeTurns } from './turns.ts'
import { findUnfinished, forgetUnfinished, keepUnfinished } from './unfinished.ts'

/** Two at once fill a line as well as five would, and each is done sooner. */
const turns = makeTurns(2)

/** The way of one form's file to the server. A file that has arrived is not sent again. */
export function useTransfer(videoId: string | null) {
  const [transfer, dispatch] = useReducer(reduceTransfer, noTransfer)
  const running = useRef<ReturnType<typeof carryFile>>(undefined)
  const arrived = useRef<{ file: File; id: string; place: Place }>(undefined)

  // Leaving the page is a pause: what has arrived stays on the server, and its place in this browser.
  useEffect(() => () => running.current?.pause(), [])

  /** Answers the upload's id, undefined where it was cancelled; throws ApiError. */
  async function send(file: File, texts: VideoDetails): Promise<string | undefined> {
    if (arrived.current?.file === file) return arrived.current.id
    const place = placeOf(file, videoId, texts)
    const carrying = carryFile(file, { place, turns, report: dispatch })
    running.current = carrying
    try {
      const id = await carrying.arrived
      if (id !== undefined) arrived.current = { file, id, place }
      return id
    } catch (error) {
      dispatch({ kind: 'over' })
      throw error
    } finally {
      running.current = undefined
    }
  }

  /** The upload has become a video, or the server wants another file. */
  function forget() {
    arrived.current?.place.forget()
    arrived.current = undefined
    dispatch({ kind: 'over' })
  }

  return {
    transfer,
    send,
    forget,
    pause: () => running.current?.pause(),
    proceed: () => running.current?.proceed(),
    cancel: () => running.current?.cancel(),
  }
}

/** Where the upload of a file is kept: in this browser for a while, and here should its storage be off. */
function placeOf(file: File, videoId: string | null, texts: VideoDetails): Place {
  const whose = { videoId, admin: adminSession()?.username ?? '' }
  const key = fingerprint(file)
  const { title, description, access } = texts
  const before = findUnfinished(file, whose)
  let known = before?.url
  return {
    url: () => known,
    sentBefore: before?.sent ?? 0,
    keep(url, sent) {
      known = url
      const { name, size } = file
      const kept = videoId === null ? { title, description, access } : null
      keepUnfinished({ ...whose, fingerprint: key, name, size, url, sent, keptAt: Date.now(), texts: kept })
    },
    forget() {
      known = undefined
      forgetUnfinished(key, whose)
    },
  }
}
