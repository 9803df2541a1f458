import { describe, expect, it } from 'vitest'
import { type Activity, createConnectionGroups } from './connection-groups.ts'

function startGroups() {
  const groups = createConnectionGroups<ReturnType<typeof create>>()
  const create = (name: string, keys: string[], activity: Activity = 'incomplete') => ({
    name,
    keys: keys.map((key) => ({ key, limit: 2 })),
    activity,
  })
  const add = (name: string, keys: string[], activity?: Activity) => {
    const member = create(name, keys, activity)
    groups.add(member)
    return member
  }
  const isFull = (key: string) => groups.findFull([{ key, limit: 2 }])?.key === key
  return { groups, add, isFull, findName: (key: string) => groups.findReplaceable(key)?.name }
}

describe('a group of connections', () => {
  it('is full at its limit, whatever its members do, until one is removed', () => {
    const { groups, add, isFull } = startGroups()
    const a = add('a', ['x', 'all'], 'busy')
    expect(isFull('all')).toBe(false)
    const b = add('b', ['y', 'all'])
    expect(['x', 'y', 'all'].map(isFull)).toEqual([false, false, true])
    groups.change(a, 'idle')
    groups.change(b, 'busy')
    expect(isFull('all')).toBe(true)
    groups.remove(a)
    groups.remove(a)
    expect(isFull('all')).toBe(false)
  })

  it('has room for a new member by closing the oldest incomplete one, then the one idle for the longest time', () => {
    const { groups, add, findName } = startGroups()
    const [a, b, c, d] = [add('a', ['x']), add('b', ['x']), add('c', ['x']), add('d', ['x'])]
    groups.change(a, 'busy')
    groups.change(c, 'idle')
    expect(findName('x')).toBe('b')
    groups.change(b, 'idle')
    expect(findName('x')).toBe('d')
    groups.remove(d)
    expect(findName('x')).toBe('c')
    groups.change(c, 'busy')
    groups.change(c, 'idle')
    expect(findName('x')).toBe('b')
    groups.change(b, 'incomplete')
    groups.change(a, 'incomplete')
    expect(findName('x')).toBe('b')
    groups.remove(b)
    groups.remove(a)
    groups.change(c, 'busy')
    expect(findName('x')).toBeUndefined()
  })

  it('does not restore a removed member when its activity changes', () => {
    const { groups, add, isFull, findName } = startGroups()
    const a = add('a', ['x'])
    add('b', ['x'], 'busy')
    groups.remove(a)
    groups.change(a, 'idle')
    expect([isFull('x'), findName('x')]).toEqual([false, undefined])
  })

  it('never closes a member of another group', () => {
    const { add, findName } = startGroups()
    add('a', ['x', 'all'])
    add('b', ['y', 'all'], 'idle')
    expect(['x', 'y', 'z', 'all'].map(findName)).toEqual(['a', 'b', undefined, 'a'])
  })
})
