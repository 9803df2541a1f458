import { expect, test } from 'vitest'
import { emptyQueue, reduceQueue, type QueueAction } from './queue.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { lastModified: 1 })
const after = (...events: QueueAction[]) => events.reduce(reduceQueue, emptyQueue)
const names = (films: ReturnType<typeof after>) => films.map((film) => film.file?.name)

test('the first of several chosen files is the own one, each other gets a form', () => {
  const films = after({ kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4'), file('c.mp4')] })
  expect(names(films)).toEqual(['a.mp4', 'b.mp4', 'c.mp4'])
  expect(films[0]?.key).toBe(0)
  expect(new Set(films.map(({ key }) => key)).size).toBe(3)
})

test('another file chosen in a form takes the place of the one before', () => {
  const films = after(
    { kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4')] },
    { kind: 'chosen', key: 0, files: [file('z.mp4')] },
  )
  expect(names(films)).toEqual(['z.mp4', 'b.mp4'])
})

test('a file that has a form already gets no second one', () => {
  const films = after(
    { kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4')] },
    { kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4'), file('b.mp4', 9)] },
  )
  expect(films.map((film) => film.file?.size)).toEqual([3, 3, 9])
})

test('after the last film has gone an empty form is left, and a new one at that', () => {
  const films = after({ kind: 'chosen', key: 0, files: [file('a.mp4')] }, { kind: 'gone', key: 0 })
  expect(films).toEqual([{ key: 1, file: undefined }])
})

test('a form that goes leaves the others as they are', () => {
  const before = after({ kind: 'chosen', key: 0, files: [file('a.mp4'), file('b.mp4')] })
  expect(reduceQueue(before, { kind: 'gone', key: 0 })).toEqual([before[1]])
})

test('a file chosen again takes the empty form, else gets a new one', () => {
  const first = after({ kind: 'added', files: [file('a.mp4')] })
  expect(first).toMatchObject([{ key: 0, file: { name: 'a.mp4' } }])
  expect(names(reduceQueue(first, { kind: 'added', files: [file('b.mp4')] }))).toEqual(['a.mp4', 'b.mp4'])
})
