import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endpoint } from '../kernel/endpoint.ts'
import { adminRoles, isAllowed, listRoles, toRoles, type CallerRole, type Who } from './rules.ts'

const everyone: readonly (CallerRole | undefined)[] = [undefined, 'student', 'guardian', ...adminRoles]

it.each([
  ['anyone', everyone],
  ['student', ['student']],
  ['guardian', ['guardian']],
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

const chosenRoles = fc.uniqueArray(fc.constantFrom(...adminRoles))
const audience = fc.oneof(
  fc.constantFrom<Who>('anyone', 'student', 'guardian', 'admin'),
  fc
    .uniqueArray(fc.constantFrom<Exclude<CallerRole, 'guardian'>>('student', ...adminRoles))
    .map((others): Who => ['owner', ...others.filter((one) => one !== 'owner')]),
)

it('an admin with several roles may do what any of them may, and nothing else', () => {
  fc.assert(
    fc.property(audience, chosenRoles, (who, roles) => {
      expect(isAllowed(who, roles)).toBe(who === 'anyone' || roles.some((role) => isAllowed(who, role)))
    }),
  )
})

it('chosen roles are stored in order, each once, and owners have no other', () => {
  expect(toRoles(['finance', 'support', 'finance'])).toEqual({ role: 'support', moreRoles: ['finance'] })
  expect(toRoles(['support', 'owner'])).toEqual({ role: 'owner', moreRoles: [] })
  expect(() => toRoles([])).toThrow('at least one role')
  expect(listRoles({ role: 'content' })).toEqual(['content'])
  fc.assert(
    fc.property(chosenRoles, (roles) => {
      fc.pre(roles.length > 0)
      const stored = listRoles(toRoles(roles))
      for (const who of [['owner', 'support'], ['owner', 'finance', 'content'], ['owner']] as const)
        expect(isAllowed(who, stored)).toBe(isAllowed(who, roles))
    }),
  )
})
