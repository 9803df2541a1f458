import { expect, it } from 'vitest'
import { endpoint } from '../kernel/endpoint.ts'
import { adminRoles, isAllowed, type CallerRole, type Who } from './rules.ts'

const everyone: readonly (CallerRole | undefined)[] = [undefined, 'student', ...adminRoles]

it.each([
  ['anyone', everyone],
  ['student', ['student']],
  ['admin', adminRoles],
  [['owner'], ['owner']],
  [
    ['owner', 'support', 'student'],
    ['student', 'owner', 'support'],
  ],
] satisfies [Who, readonly (CallerRole | undefined)[]][])('%j allows these callers and no others', (who, callers) => {
  expect(everyone.filter((caller) => isAllowed(who, caller))).toEqual(callers)
})

it('an endpoint without callers, or whose list leaves out owners, does not compile and allows nobody', () => {
  // @ts-expect-error: `who` is missing
  const open = endpoint({ group: '', method: 'GET', path: '/', summary: '', reply: undefined as never })
  // @ts-expect-error: owners are missing
  const list: Who = ['support']
  expect(() => isAllowed((open as { who?: Who }).who as Who, 'owner')).toThrow(TypeError)
  expect(isAllowed(list, 'owner')).toBe(false)
})
