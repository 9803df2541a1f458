import type { Endpoint, ReplyOf } from '@baobab/contract/endpoint.ts'
import { useRef, useState } from 'react'
import { upload } from '../api/upload.ts'
import { risingText } from './film-file.ts'

export type Rising = { percent: number; text: string }
type Sending = { form: FormData; params: Record<string, string>; bytes: number }

/** One upload at a time: how far it is, and a way to stop it. A stopped one answers undefined. */
export function useFilmUpload<E extends Endpoint>(endpoint: E) {
  const [progress, setProgress] = useState<Rising>()
  const running = useRef<AbortController>(undefined)

  async function send({ form, params, bytes }: Sending): Promise<ReplyOf<E> | undefined> {
    const controller = new AbortController()
    const { signal } = controller
    const begun = performance.now()
    const tell = (share: number) =>
      setProgress({ percent: share * 100, text: risingText({ share, bytes, elapsedMs: performance.now() - begun }) })
    running.current = controller
    tell(0)
    try {
      return await upload(endpoint, { form, params, onProgress: tell, signal })
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      running.current = undefined
      setProgress(undefined)
    }
  }

  return { progress, send, stop: () => running.current?.abort() }
}
