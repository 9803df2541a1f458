import { expect, test } from 'vitest'
import { emptyQueue, reduceQueue, type QueueAction } from './upload-queue.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { lastModified: 1 })
const after = (...events: QueueAction[]) => events.reduce(reduceQueue, emptyQueue)
const names = (queue: ReturnType<typeof after>) => queue.map(({ file: one }) => one?.name)

test('a form takes the first of several chosen files, and each other gets a form', () => {
  const queue = after({ kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4'), file('c.mp4')] })
  expect(names(queue)).toEqual(['a.mp4', 'b.mp4', 'c.mp4'])
  expect(queue[0]?.key).toBe(0)
  expect(new Set(queue.map(({ key }) => key)).size).toBe(3)
})

test('another file chosen in a form replaces the one before', () => {
  const queue = after(
    { kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4')] },
    { kind: 'chosen', key: 0, files: [file('z.mp4')] },
  )
  expect(names(queue)).toEqual(['z.mp4', 'b.mp4'])
})

test('a file that has a form gets no second one', () => {
  const queue = after(
    { kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4')] },
    { kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4'), file('b.mp4', 9)] },
  )
  expect(queue.map(({ file: one }) => one?.size)).toEqual([3, 3, 9])
})

test('after the last form was removed there is a new empty one', () => {
  const queue = after({ kind: 'chosen', key: 0, files: [file('a.mp4')] }, { kind: 'removed', key: 0 })
  expect(queue).toEqual([{ key: 1, file: undefined }])
})

test('removing a form leaves the others as they are', () => {
  const before = after({ kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4')] })
  expect(reduceQueue(before, { kind: 'removed', key: 0 })).toEqual([before[1]])
})

test('an added file takes the empty form, else gets a new one', () => {
  const first = after({ kind: 'added', files: [file('a.mp4')] })
  expect(first).toMatchObject([{ key: 0, file: { name: 'a.mp4' } }])
  expect(names(reduceQueue(first, { kind: 'added', files: [file('b.mp4')] }))).toEqual(['a.mp4', 'b.mp4'])
})
