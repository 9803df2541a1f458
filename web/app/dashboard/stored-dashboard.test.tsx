import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { cleanup, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { apiQuery, queryClient } from '../api/query.ts'
import { clearStudentSession, storeStudentSession } from '../api/session.ts'
import { restoreDashboard, useStoreDashboard, describeTime } from './stored-dashboard.tsx'

const amina = { token: 'a', username: 'amina', email: 'a@home.example', studentId: 's-1', ageCategory: '11-20' }
const bola = { ...amina, token: 'b', username: 'bola', studentId: 's-2' }
const videosKey = apiQuery(listVideos, {}).queryKey
const attemptsKey = apiQuery(listAttempts, {}).queryKey
const NOON = Date.parse('2026-11-02T12:00:00+01:00')
const day = 24 * 3_600_000

const setVersion = (version: string) => vi.stubGlobal('__reactRouterManifest', { version })

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  setVersion('1')
})
function Page() {
  useStoreDashboard()
  return null
}

/** A link that expires `hours` after noon, or before noon if negative. */
const link = (hours: number) => `/media/${((NOON + hours * 3_600_000) / 1_000).toString(36)}~s~x/posters/1.webp`
const setData = (key: readonly unknown[], data: unknown) => queryClient.setQueryData(key, data)

/** Opens a student's dashboard with two videos, and closes it. */
async function openDashboard(session = amina, isRemembered = true) {
  storeStudentSession(session, isRemembered)
  setData(videosKey, [
    { _id: '1', posterUrl: link(1) },
    { _id: '2', posterUrl: link(-1) },
  ])
  render(<Page />)
  setData(attemptsKey, { attempts: [] })
  setData(apiQuery(readStudentProfile, { params: { username: session.username } }).queryKey, {
    address: '12 Marina Road',
  })
  await vi.advanceTimersByTimeAsync(1_000)
  cleanup()
  queryClient.clear()
}

test('the last replies are shown at the next start, and requested again', async () => {
  await openDashboard()
  restoreDashboard(NOON + day)
  expect(queryClient.getQueryData(attemptsKey)).toEqual({ attempts: [] })
  expect(queryClient.getQueryState(attemptsKey)).toMatchObject({ dataUpdatedAt: NOON, isInvalidated: true })
})

test('a poster is shown while its link is valid and there is a network, otherwise a pattern', async () => {
  await openDashboard()
  const posters = () => queryClient.getQueryData(videosKey)?.map(({ posterUrl }) => posterUrl)
  restoreDashboard()
  expect(posters()).toEqual([link(1), null])
  queryClient.clear()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  restoreDashboard()
  expect(posters()).toEqual([null, null])
  vi.restoreAllMocks()
})

test('nothing is shown to another student, after a logout, after a week, or in another version', async () => {
  const isShown = (now = NOON) => {
    restoreDashboard(now)
    const data = queryClient.getQueryData(attemptsKey)
    queryClient.clear()
    return data !== undefined
  }
  await openDashboard()
  expect(isShown(NOON + 7 * day)).toBe(true)
  expect(isShown(NOON + 7 * day + 1)).toBe(false)
  setVersion('2')
  expect(isShown()).toBe(false)
  setVersion('1')
  expect(isShown()).toBe(true)
  // Another login in this tab, on top of the remembered one.
  for (const [key, value] of Object.entries({ authToken: 'b', username: 'bola', studentId: 's-2' }))
    sessionStorage.setItem(key, value)
  expect(isShown()).toBe(false)
  sessionStorage.clear()
  storeStudentSession(bola, true)
  expect(isShown()).toBe(false)
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('attempts')
  await openDashboard()
  clearStudentSession()
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
})

test('stored replies end with the tab if the login does, and contain nothing from the profile', async () => {
  await openDashboard(amina, false)
  expect(localStorage).toHaveLength(0)
  const stored = JSON.stringify(Object.entries(sessionStorage))
  expect(stored).toContain('posters/1.webp')
  expect(stored).not.toContain('Marina Road')
})

test('newer replies are not replaced, and a board that is requested every few seconds is stored once a minute', async () => {
  storeStudentSession(amina, true)
  render(<Page />)
  const boardKey = apiQuery(leaderboard, { query: { ageCategory: '11-20' } }).queryKey
  const write = vi.spyOn(Storage.prototype, 'setItem')
  for (let seconds = 0; seconds < 120; seconds += 15) {
    setData(boardKey, [{ score: seconds }])
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(write).toHaveBeenCalledTimes(2)
  write.mockRestore()
  restoreDashboard()
  expect(queryClient.getQueryData(boardKey)).toEqual([{ score: 105 }])
})

test.each([
  ['2026-11-02T14:05:00+01:00', 'This is from 2:05 pm today.'],
  ['2026-11-01T14:05:00+01:00', 'This is from 2:05 pm yesterday.'],
  ['2026-10-30T14:05:00+01:00', 'This is from 30 October, 2:05 pm.'],
])('the time of a reply at %s is described in a sentence', (at, sentence) => {
  expect(describeTime(new Date(at), new Date('2026-11-02T20:00:00+01:00'))).toBe(sentence)
})
