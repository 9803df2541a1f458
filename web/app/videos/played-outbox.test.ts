import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { wrapStorage } from '../browser/storage.ts'
import { createPlayedOutbox } from './played-outbox.ts'

const offline = new ApiError({ status: 0, code: 'offline', message: '' })

let values: Map<string, string>
let error: Error | undefined
let isEarly: boolean
let studentId: string
let sent: string[]
let outbox: ReturnType<typeof createPlayedOutbox>

const open = () =>
  createPlayedOutbox({
    storage: wrapStorage(() => ({
      get length() {
        return values.size
      },
      key: (at) => [...values.keys()][at] ?? null,
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    })),
    sendPlayed: async (id, { ranges, hasRead }) => {
      if (error) throw error
      sent.push([id, ...ranges.map(({ from, to }) => `${from}-${to}`), ...(hasRead ? ['read'] : [])].join(' '))
      return { isAccepted: !isEarly, secondsToPlay: 9 }
    },
    currentStudentId: () => studentId,
  })
beforeEach(() => {
  values = new Map()
  error = undefined
  isEarly = false
  studentId = 'amina'
  sent = []
  outbox = open()
})
const play = (from: number, to: number) => outbox.report('amina', 'v1', { ranges: [{ from, to }] })

test('what was played is sent at once, and nothing stays pending', async () => {
  expect(await outbox.report('amina', 'v1', { ranges: [] })).toEqual({ isAccepted: true, secondsToPlay: 9 })
  await play(0, 15)
  expect(sent).toEqual(['v1', 'v1 0-15'])
  expect(values.size).toBe(0)
})

test('without a network it is joined, and sent by a later start of the app, only for the student who played it', async () => {
  error = offline
  await expect(play(0, 15)).rejects.toBe(offline)
  await expect(play(15, 30)).rejects.toBe(offline)
  await expect(play(40, 50)).rejects.toBe(offline)
  error = undefined
  studentId = 'bola'
  expect(await open().send('amina')).toBe(false)
  studentId = 'amina'
  expect(await open().send('amina')).toBe(true)
  expect(await open().send('amina')).toBe(false)
  expect(sent).toEqual(['v1 0-30 40-50'])
})

test('it stays pending while the server finds it too early, and holds up no other video', async () => {
  isEarly = true
  await play(0, 15)
  await outbox.report('amina', 'v1', { ranges: [], hasRead: true })
  await outbox.report('amina', 'v2', { ranges: [{ from: 3, to: 4 }] })
  expect(await outbox.send('amina')).toBe(false)
  isEarly = false
  expect(await outbox.send('amina')).toBe(true)
  expect(sent).toEqual(['v1 0-15', 'v1 0-15 read', 'v2 3-4', 'v1 0-15 read', 'v2 3-4', 'v1 0-15 read', 'v2 3-4'])
  expect(values.size).toBe(0)
})

test('it stays pending if it grows while it is being sent, and is dropped if the server refuses it', async () => {
  const sending = play(0, 15)
  error = offline
  await expect(play(15, 20)).rejects.toBe(offline)
  await sending
  expect(values.size).toBe(1)
  error = new ApiError({ status: 404, code: 'video_not_found', message: '' })
  await outbox.send('amina')
  expect(values.size).toBe(0)
})
