import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePlaybackRecovery } from './use-playback-recovery.ts'

const position = { current: 0 }
/** The list of videos that the server sends; undefined if there is no network. */
let videos: Pick<Video, '_id' | 'videoUrl'>[] | undefined

beforeEach(() => {
  position.current = 30
  videos = [{ _id: 'v1', videoUrl: '/media/new/videos/v1.mp4' }]
  vi.stubGlobal('fetch', async () => {
    if (!videos) throw new TypeError('network')
    return Response.json(videos)
  })
})
const render = () => renderHook(() => usePlaybackRecovery({ videoId: 'v1', position })).result
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

test('an expired link is replaced', async () => {
  const recovery = render()
  act(() => recovery.current.recover())
  expect(recovery.current.fault).toBe('recovering')
  await waitFor(() => expect(recovery.current.recovered?.video.videoUrl).toBe('/media/new/videos/v1.mp4'))
  expect(recovery.current.fault).toBe('none')
})

test('a second error near the first means a broken file; one farther on is recovered from', async () => {
  const recovery = render()
  act(() => recovery.current.recover())
  await waitFor(() => expect(recovery.current.fault).toBe('none'))
  position.current = 35
  act(() => recovery.current.recover())
  expect(recovery.current.fault).toBe('broken')
  position.current = 60
  act(() => recovery.current.recover())
  await waitFor(() => expect(recovery.current.fault).toBe('none'))
})

test('without a network the video waits for it, and then gets a new link', async () => {
  setOnline(false)
  const recovery = render()
  act(() => recovery.current.recover())
  expect(recovery.current.fault).toBe('offline')
  setOnline(true)
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(recovery.current.recovered).toBeDefined())
})

test('a video that is no longer in the list is broken until the user retries', async () => {
  videos = []
  const recovery = render()
  act(() => recovery.current.recover())
  await waitFor(() => expect(recovery.current.fault).toBe('broken'))
  videos = [{ _id: 'v1', videoUrl: '/media/new/videos/v1.mp4' }]
  act(() => recovery.current.retry())
  await waitFor(() => expect(recovery.current.fault).toBe('none'))
})
