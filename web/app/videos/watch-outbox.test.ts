import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { wrapStorage } from '../browser/storage.ts'
import { createWatchOutbox } from './watch-outbox.ts'

const offline = new ApiError({ status: 0, code: 'offline', message: '' })
const refusal = (status: number, code: string) => new ApiError({ status, code, message: '' })

function createPhone() {
  const values = new Map<string, string>()
  const storage = {
    isFull: false,
    get length() {
      return values.size
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (storage.isFull) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => void values.delete(key),
  }
  const phone = {
    storage,
    values,
    studentId: 'amina' as string | undefined,
    error: undefined as Error | undefined,
    sent: [] as string[],
    open: () =>
      createWatchOutbox({
        storage: wrapStorage(() => storage),
        sendWatched: async (id) => phone.receive(`${phone.studentId} watched ${id}`),
        sendBookmark: async (id, isBookmarked) =>
          phone.receive(`${phone.studentId} ${isBookmarked ? 'bookmarked' : 'removed'} ${id}`),
        sendPosition: async (id, seconds) => phone.receive(`${phone.studentId} left ${id} at ${seconds}`),
        currentStudentId: () => phone.studentId,
      }),
    receive: (what: string) => {
      if (phone.error) throw phone.error
      phone.sent.push(what)
    },
  }
  return phone
}

let phone: ReturnType<typeof createPhone>
let outbox: ReturnType<ReturnType<typeof createPhone>['open']>
beforeEach(() => {
  phone = createPhone()
  outbox = phone.open()
})
const list = [
  { _id: 'v1', isWatched: false },
  { _id: 'v2', isWatched: false },
] as Video[]

describe('Mark as Watched', () => {
  test('with a network is sent at once, and nothing stays pending', async () => {
    expect(await outbox.watch('amina', 'v1')).toBe('sent')
    expect(phone.sent).toEqual(['amina watched v1'])
    expect(outbox.hasPending('amina')).toBe(false)
  })

  test('without a network stays pending, is shown meanwhile, and is sent once by a later start of the app', async () => {
    phone.error = offline
    expect(await outbox.watch('amina', 'v1')).toBe('pending')
    expect(outbox.applyPending('amina', list).map(({ isWatched }) => isWatched)).toEqual([true, false])
    const later = phone.open()
    expect(await later.send('amina')).toBe(false)
    phone.error = undefined
    expect(await later.send('amina')).toBe(true)
    expect(await later.send('amina')).toBe(true)
    expect(phone.sent).toEqual(['amina watched v1'])
  })

  test('stays pending if the reply arrives too late', async () => {
    phone.error = new DOMException('late', 'TimeoutError')
    expect(await outbox.watch('amina', 'v1')).toBe('pending')
  })

  test('is dropped if the server refuses it, and stays pending if the session has ended', async () => {
    phone.error = refusal(402, 'payment_needed')
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(phone.error)
    expect(outbox.hasPending('amina')).toBe(false)
    phone.error = refusal(500, 'unknown')
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(phone.error)
    expect(outbox.hasPending('amina')).toBe(false)
    phone.error = refusal(401, 'unauthorised')
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(phone.error)
    expect(outbox.hasPending('amina')).toBe(true)
  })

  test('is not reported as pending if the storage is full', async () => {
    phone.storage.isFull = true
    phone.error = offline
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(offline)
  })

  test('is never sent for another student, nor shown to one', async () => {
    phone.error = offline
    await outbox.watch('amina', 'v1')
    phone.error = undefined
    phone.studentId = 'bola'
    expect(await outbox.send('amina')).toBe(false)
    expect(await outbox.send('bola')).toBe(true)
    expect(outbox.applyPending('bola', list)).toEqual(list)
    expect(phone.sent).toEqual([])
    phone.studentId = 'amina'
    await outbox.send('amina')
    expect(phone.sent).toEqual(['amina watched v1'])
  })

  test('a video that was deleted meanwhile does not hold up the others', async () => {
    phone.error = offline
    await outbox.watch('amina', 'v1')
    await outbox.watch('amina', 'v2')
    phone.error = refusal(404, 'video_not_found')
    expect(await outbox.send('amina')).toBe(true)
    expect(outbox.hasPending('amina')).toBe(false)
  })
})

describe('the position in a video', () => {
  const position = { positionSeconds: 40, seenAt: '2026-02-03T10:00:00.000Z' }

  test('stays pending with the mark, is shown, and is sent after it', async () => {
    phone.error = offline
    await outbox.watch('amina', 'v1')
    outbox.savePosition('amina', 'v1', position)
    expect(outbox.applyPending('amina', list)[0]).toMatchObject({ isWatched: true, positionSeconds: 40 })
    phone.error = undefined
    await outbox.send('amina')
    expect(phone.sent).toEqual(['amina watched v1', 'amina left v1 at 40'])
    expect(phone.values.size).toBe(0)
  })

  test('is not sent if the server has a newer one', async () => {
    outbox.savePosition('amina', 'v1', position)
    outbox.clearPosition('amina', 'v1')
    expect(outbox.hasPending('amina')).toBe(false)
  })

  test('is deleted with the account', () => {
    outbox.savePosition('amina', 'v1', position)
    outbox.savePosition('bola', 'v1', position)
    outbox.clearAll('amina')
    expect(outbox.hasPending('amina')).toBe(false)
    expect(outbox.hasPending('bola')).toBe(true)
  })
})

describe('a bookmark', () => {
  test('with a network is sent at once, and nothing stays pending', async () => {
    expect(await outbox.bookmark('amina', 'v1', true)).toBe('sent')
    expect(await outbox.bookmark('amina', 'v1', false)).toBe('sent')
    expect(phone.sent).toEqual(['amina bookmarked v1', 'amina removed v1'])
    expect(outbox.hasPending('amina')).toBe(false)
  })

  test('without a network stays pending and is shown; only the last change is sent later', async () => {
    phone.error = offline
    expect(await outbox.bookmark('amina', 'v1', true)).toBe('pending')
    expect(outbox.applyPending('amina', list).map(({ isBookmarked }) => isBookmarked)).toEqual([true, undefined])
    expect(await outbox.bookmark('amina', 'v1', false)).toBe('pending')
    phone.error = undefined
    expect(await phone.open().send('amina')).toBe(true)
    expect(phone.sent).toEqual(['amina removed v1'])
  })

  test('stays beside a mark and a position of the same video, whichever is sent first', async () => {
    phone.error = offline
    await outbox.bookmark('amina', 'v1', true)
    await outbox.watch('amina', 'v1')
    outbox.savePosition('amina', 'v1', { positionSeconds: 7, seenAt: '2026-07-01T10:00:00.000Z' })
    outbox.clearPosition('amina', 'v1')
    phone.error = undefined
    expect(await outbox.send('amina')).toBe(true)
    expect(phone.sent).toEqual(['amina watched v1', 'amina bookmarked v1'])
  })

  test('is dropped if the server refuses it, and stays pending if the session has ended', async () => {
    phone.error = refusal(409, 'too_many_bookmarks')
    await expect(outbox.bookmark('amina', 'v1', true)).rejects.toBe(phone.error)
    expect(outbox.hasPending('amina')).toBe(false)
    phone.error = refusal(401, 'unauthorised')
    await expect(outbox.bookmark('amina', 'v1', true)).rejects.toBe(phone.error)
    expect(outbox.hasPending('amina')).toBe(true)
  })
})
