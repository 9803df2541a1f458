import { ApiError } from '@baobab/contract/api-error.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createWatchOutbox } from './watch-outbox.ts'

const offline = new ApiError({ status: 0, code: 'offline', message: '' })
const refusal = (status: number, code: string) => new ApiError({ status, code, message: '' })

function aPhone() {
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
    who: 'amina' as string | undefined,
    trouble: undefined as Error | undefined,
    sent: [] as string[],
    open: () =>
      createWatchOutbox({
        storage,
        sendWatched: async (id) => phone.take(`${phone.who} watched ${id}`),
        sendPlace: async (id, seconds) => phone.take(`${phone.who} left ${id} at ${seconds}`),
        currentStudentId: () => phone.who,
      }),
    take: (what: string) => {
      if (phone.trouble) throw phone.trouble
      phone.sent.push(what)
    },
  }
  return phone
}

let phone: ReturnType<typeof aPhone>
let outbox: ReturnType<ReturnType<typeof aPhone>['open']>
beforeEach(() => {
  phone = aPhone()
  outbox = phone.open()
})
const list = [
  { _id: 'v1', isWatched: false },
  { _id: 'v2', isWatched: false },
] as Video[]

describe('Mark as Watched', () => {
  test('with a network is sent at once, and nothing stays behind', async () => {
    expect(await outbox.watch('amina', 'v1')).toBe('taken')
    expect(phone.sent).toEqual(['amina watched v1'])
    expect(outbox.hasPending('amina')).toBe(false)
  })

  test('without a network is kept, shown meanwhile, and sent once by a later start of the app', async () => {
    phone.trouble = offline
    expect(await outbox.watch('amina', 'v1')).toBe('kept')
    expect(outbox.applyPending('amina', list).map(({ isWatched }) => isWatched)).toEqual([true, false])
    const later = phone.open()
    expect(await later.send('amina')).toBe(false)
    phone.trouble = undefined
    expect(await later.send('amina')).toBe(true)
    expect(await later.send('amina')).toBe(true)
    expect(phone.sent).toEqual(['amina watched v1'])
  })

  test('is kept where the network answers too late', async () => {
    phone.trouble = new DOMException('late', 'TimeoutError')
    expect(await outbox.watch('amina', 'v1')).toBe('kept')
  })

  test('that the server refuses is told and forgotten; a dead login only waits', async () => {
    phone.trouble = refusal(402, 'payment_needed')
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(phone.trouble)
    expect(outbox.hasPending('amina')).toBe(false)
    phone.trouble = refusal(500, 'unknown')
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(phone.trouble)
    expect(outbox.hasPending('amina')).toBe(false)
    phone.trouble = refusal(401, 'unauthorised')
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(phone.trouble)
    expect(outbox.hasPending('amina')).toBe(true)
  })

  test('on a phone without room is not said to be kept', async () => {
    phone.storage.isFull = true
    phone.trouble = offline
    await expect(outbox.watch('amina', 'v1')).rejects.toBe(offline)
  })

  test('is never sent under another name, nor shown to another student', async () => {
    phone.trouble = offline
    await outbox.watch('amina', 'v1')
    phone.trouble = undefined
    phone.who = 'bola'
    expect(await outbox.send('amina')).toBe(false)
    expect(await outbox.send('bola')).toBe(true)
    expect(outbox.applyPending('bola', list)).toEqual(list)
    expect(phone.sent).toEqual([])
    phone.who = 'amina'
    await outbox.send('amina')
    expect(phone.sent).toEqual(['amina watched v1'])
  })

  test('a video that is gone by then does not hold up the others', async () => {
    phone.trouble = offline
    await outbox.watch('amina', 'v1')
    await outbox.watch('amina', 'v2')
    phone.trouble = refusal(404, 'video_not_found')
    expect(await outbox.send('amina')).toBe(true)
    expect(outbox.hasPending('amina')).toBe(false)
  })
})

describe('the place of a film', () => {
  const place = { positionSeconds: 40, seenAt: '2026-02-03T10:00:00.000Z' }

  test('waits with the mark, is shown, and is sent after it', async () => {
    phone.trouble = offline
    await outbox.watch('amina', 'v1')
    outbox.savePosition('amina', 'v1', place)
    expect(outbox.applyPending('amina', list)[0]).toMatchObject({ isWatched: true, positionSeconds: 40 })
    phone.trouble = undefined
    await outbox.send('amina')
    expect(phone.sent).toEqual(['amina watched v1', 'amina left v1 at 40'])
    expect(phone.values.size).toBe(0)
  })

  test('that the server knows better is not sent', async () => {
    outbox.savePosition('amina', 'v1', place)
    outbox.clearPosition('amina', 'v1')
    expect(outbox.hasPending('amina')).toBe(false)
  })

  test('all of it is forgotten with the account', () => {
    outbox.savePosition('amina', 'v1', place)
    outbox.savePosition('bola', 'v1', place)
    outbox.clearAll('amina')
    expect(outbox.hasPending('amina')).toBe(false)
    expect(outbox.hasPending('bola')).toBe(true)
  })
})
