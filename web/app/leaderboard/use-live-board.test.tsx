import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { QueryObserver } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiQuery, queryClient } from '../api/query.ts'
import { useLiveBoard } from './use-live-board.ts'

let sendTag: (tag: string) => void
vi.mock('./follow-board.ts', () => ({
  followBoard: ({ onTag }: { onTag: (tag: string) => void }) => {
    sendTag = (etag) => onTag(JSON.stringify({ etag }))
    return Promise.resolve()
  },
}))

/** Answers the oldest request for the board with this tag. */
let reply: (tag: string) => void
const request = vi.fn<() => Promise<Response>>()
let unsubscribe: () => void
beforeEach(() => {
  request.mockImplementation(
    () => new Promise((resolve) => (reply = (etag) => resolve(Response.json([], { headers: { etag } })))),
  )
  vi.stubGlobal('fetch', request)
  const observer = new QueryObserver(queryClient, apiQuery(leaderboard, { query: { ageCategory: '11-20' } }))
  unsubscribe = observer.subscribe(() => undefined)
})
afterEach(() => {
  unsubscribe()
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  request.mockReset()
})

const isIdle = () => waitFor(() => expect(queryClient.isFetching()).toBe(0))

test('a first event about the board that is already loading does not load it again, but a later one does', async () => {
  renderHook(() => useLiveBoard('11-20'))
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1))
  sendTag('W/"one"')
  reply('W/"one"')
  await isIdle()
  await Promise.resolve()
  expect(request).toHaveBeenCalledTimes(1)
  sendTag('W/"two"')
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  reply('W/"two"')
  await isIdle()
})

test('a first event about another board loads it', async () => {
  renderHook(() => useLiveBoard('11-20'))
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1))
  sendTag('W/"two"')
  reply('W/"one"')
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  reply('W/"two"')
  await isIdle()
})
