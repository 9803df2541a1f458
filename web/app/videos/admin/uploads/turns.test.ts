import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

const never = new AbortController().signal

test('so many work at once, the others in the order they came', async () => {
  const turns = makeTurns(2)
  const order: string[] = []
  const take = async (name: string) => {
    const giveBack = await turns.take(never)
    order.push(name)
    return giveBack
  }
  const [first] = await Promise.all([take('a'), take('b')])
  const third = take('c')
  const fourth = take('d')
  await Promise.resolve()
  expect(order).toEqual(['a', 'b'])
  first()
  const giveBackThird = await third
  expect(order).toEqual(['a', 'b', 'c'])
  giveBackThird()
  await fourth
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

test('who leaves the line costs nobody a turn', async () => {
  const turns = makeTurns(1)
  const giveBack = await turns.take(never)
  const leaving = new AbortController()
  const left = turns.take(leaving.signal)
  const next = turns.take(never)
  leaving.abort(new Error('paused'))
  await expect(left).rejects.toThrow('paused')
  giveBack()
  await expect(next).resolves.toBeTypeOf('function')
})

test('a turn given back twice is one turn', async () => {
  const turns = makeTurns(1)
  const giveBack = await turns.take(never)
  giveBack()
  giveBack()
  await turns.take(never)
  const leaving = new AbortController()
  const second = turns.take(leaving.signal)
  leaving.abort(new Error('no free turn'))
  await expect(second).rejects.toThrow('no free turn')
})
