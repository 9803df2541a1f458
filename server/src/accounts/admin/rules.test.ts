import fc from 'fast-check'
import { adminRoles, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { describe, expect, it } from 'vitest'
import { ALONE_AFTER_MS, canAgree, ruleOn, type RoleChange } from './rules.ts'

const BEGAN = Date.UTC(2026, 11, 1)
const DAY_MS = 86_400_000
/** Returns an instant, in days after the matter was opened. */
const day = (days: number) => new Date(BEGAN + days * DAY_MS)
const mayDecide = (role: AdminRole) => role === 'owner' || role === 'support'
const change = (adminId: string, days: number, role: AdminRole | null): RoleChange => ({ adminId, role, at: day(days) })

/** Returns the ruling on an admin's part in a matter that was opened on day 0. */
const rule = (adminId: string, today: number, ...changes: RoleChange[]) =>
  ruleOn(changes, { adminId, mayDecide, began: day(0), now: day(today) })

const ada = change('ada', -9, 'owner')
const bola = change('bola', -9, 'support')

describe('a decision that needs two admins', () => {
  it('is made by the only admin who had the right from the start, and by nobody who got it later', () => {
    const chidi = change('chidi', 0.001, 'owner')
    expect(rule('ada', 1, ada, change('chidi', -9, 'content'), chidi)).toEqual({ kind: 'alone', missing: [] })
    expect(rule('chidi', 100, ada, chidi)).toEqual({ kind: 'excluded', from: null })
    expect(rule('nobody', 100, ada)).toEqual({ kind: 'excluded', from: null })
  })

  it('includes an admin who got the right at the same instant', () => {
    expect(rule('ada', 1, ada, change('bola', 0, 'support'))).toEqual({ kind: 'together', aloneFrom: null })
  })

  it.each([
    ['another role', change('bola', 2, 'auditor')],
    ['the end of the access', change('bola', 2, null)],
  ])('can be made alone seven days after the other admin lost the right by %s', (_, loss) => {
    expect(rule('ada', 8.99, ada, bola, loss)).toEqual({ kind: 'together', aloneFrom: day(9) })
    expect(rule('ada', 9, ada, bola, loss)).toEqual({ kind: 'alone', missing: [{ role: 'support', since: day(2) }] })
    expect(rule('bola', 100, ada, bola, loss)).toEqual({ kind: 'excluded', from: null })
  })

  it.each([-0.01, -6.99])(
    'waits a week even if the other admin lost the right %d days before it was opened',
    (days) => {
      const loss = change('bola', days, 'content')
      expect(rule('ada', 0, ada, bola, loss)).toEqual({ kind: 'together', aloneFrom: day(days + 7) })
      expect(rule('ada', days + 7, ada, bola, loss)).toMatchObject({ kind: 'alone', missing: [{ since: day(days) }] })
      expect(rule('bola', 0, ada, bola, loss)).toEqual({ kind: 'excluded', from: null })
      expect(rule('bola', 3, ada, bola, loss, change('bola', 2, 'owner'))).toEqual({
        kind: 'together',
        aloneFrom: null,
      })
    },
  )

  it('does not wait for an admin who lost the right a week before it was opened', () => {
    expect(rule('ada', 0, ada, bola, change('bola', -7, 'content'))).toEqual({ kind: 'alone', missing: [] })
  })

  it('needs both again once the other regains the right, and switching between two roles with the right changes nothing', () => {
    const [lost, back] = [change('bola', 1, 'content'), change('bola', 20, 'owner')]
    expect(rule('ada', 30, ada, bola, lost, back)).toEqual({ kind: 'together', aloneFrom: null })
    expect(rule('bola', 30, ada, bola, lost, back)).toEqual({ kind: 'together', aloneFrom: null })
    expect(rule('ada', 30, ada, bola, change('bola', 1, 'owner'))).toEqual({ kind: 'together', aloneFrom: null })
  })

  it('counts a right that any of several roles gives, as long as one of them is left', () => {
    const both = { ...change('bola', -9, 'content'), moreRoles: ['support'] as const }
    const kept = { ...change('bola', 1, 'content'), moreRoles: ['support', 'finance'] as const }
    expect(rule('ada', 30, ada, both, kept)).toEqual({ kind: 'together', aloneFrom: null })
    expect(rule('bola', 30, ada, both, kept)).toEqual({ kind: 'together', aloneFrom: null })
    const lost = change('bola', 2, 'content')
    expect(rule('ada', 8, ada, both, kept, lost)).toEqual({ kind: 'together', aloneFrom: day(9) })
    // The published reason names the role that gave the right.
    const missing = [{ role: 'support', since: day(2) }]
    expect(rule('ada', 9, ada, both, kept, lost)).toEqual({ kind: 'alone', missing })
    const ended = { ...change('bola', 2, null), moreRoles: [] }
    expect(rule('ada', 9, ada, both, kept, ended)).toEqual({ kind: 'alone', missing })
  })

  it('waits seven days after the last of several admins lost the right', () => {
    const changes = [ada, bola, change('chidi', -9, 'owner'), change('chidi', 1, null), change('bola', 4, 'finance')]
    expect(rule('ada', 10.9, ...changes)).toEqual({ kind: 'together', aloneFrom: day(11) })
    expect(rule('ada', 11, ...changes)).toMatchObject({
      kind: 'alone',
      missing: [{ since: day(4) }, { since: day(1) }],
    })
  })

  it('passes to the admins with the right seven days after the last original one is gone, and needs two where there are two', () => {
    const [chidi, dayo] = [change('chidi', 3, 'owner'), change('dayo', 8, 'support')]
    const gone = change('ada', 2, null)
    expect(rule('chidi', 8.99, ada, gone, chidi)).toEqual({ kind: 'excluded', from: day(9) })
    expect(rule('chidi', 9, ada, gone, chidi)).toEqual({ kind: 'alone', missing: [{ role: 'owner', since: day(2) }] })
    expect(rule('chidi', 9, ada, gone, chidi, dayo)).toEqual({ kind: 'together', aloneFrom: null })
    expect(rule('eno', 30, ada, gone, chidi, change('eno', 10, 'owner'))).toEqual({ kind: 'together', aloneFrom: null })
    // Removing one of these admins does not let the other decide alone at once.
    const removed = change('eno', 29, null)
    expect(rule('chidi', 30, ada, gone, chidi, change('eno', 10, 'owner'), removed)).toEqual({
      kind: 'together',
      aloneFrom: day(36),
    })
    expect(rule('nobody', 30, ada, gone, chidi)).toEqual({ kind: 'excluded', from: null })
  })

  it('can still be made if nobody had the right when it was opened', () => {
    expect(rule('ada', 3, change('ada', 1, 'owner'))).toEqual({ kind: 'excluded', from: day(7) })
    expect(rule('ada', 7, change('ada', 1, 'owner'))).toEqual({ kind: 'alone', missing: [] })
  })

  it('can be agreed to by another admin, and by its proposer only if no other admin is needed', () => {
    expect([true, false].map((own) => canAgree({ kind: 'alone', missing: [] }, own))).toEqual([true, true])
    expect([true, false].map((own) => canAgree({ kind: 'together', aloneFrom: null }, own))).toEqual([false, true])
    expect([true, false].map((own) => canAgree({ kind: 'excluded', from: null }, own))).toEqual([false, false])
  })
})

describe('whatever an owner changes', () => {
  const names = ['ada', 'bola', 'chidi', 'dayo']
  const changes = fc
    .array(
      fc.record({
        adminId: fc.constantFrom(...names),
        role: fc.constantFrom(...adminRoles, null),
        days: fc.integer({ min: -9, max: 20 }),
      }),
      { maxLength: 12 },
    )
    .map((list) =>
      list.toSorted((a, b) => a.days - b.days).map(({ adminId, days, role }) => change(adminId, days, role)),
    )
  const couldDecide = (list: readonly RoleChange[], adminId: string) => {
    const own = list.filter((one) => one.adminId === adminId)
    return own.some(({ role, at }, n) => at <= day(0) && hasRight(role) && (own[n + 1]?.at ?? day(1)) > day(-7))
  }
  const roleAt = (list: readonly RoleChange[], adminId: string, days: number) =>
    list.findLast((one) => one.adminId === adminId && one.at <= day(days))?.role ?? null
  const hasRight = (role: AdminRole | null) => role !== null && mayDecide(role)

  it('G-11 nobody who had a colleague less than seven days ago decides alone', () => {
    fc.assert(
      fc.property(changes, fc.constantFrom(...names), (list, adminId) => {
        const past = list.filter(({ at }) => at <= day(0))
        const others = names.filter((name) => name !== adminId && couldDecide(past, name))
        fc.pre(others.length > 0)
        expect(rule(adminId, 0, ...past)).not.toMatchObject({ kind: 'alone' })
      }),
    )
  })

  it('an admin with the right can decide a matter seven days after the last change', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const active = names.filter((name) => hasRight(roleAt(list, name, 20)))
        const end = 21 + (2 * ALONE_AFTER_MS) / DAY_MS
        const rulings = active.map((name) => rule(name, end, ...list))
        fc.pre(active.length > 0)
        const kinds = rulings.map(({ kind }) => kind).filter((kind) => kind !== 'excluded')
        expect(kinds.length === 1 ? kinds : new Set(kinds)).toEqual(
          kinds.length === 1 ? ['alone'] : new Set(['together']),
        )
      }),
    )
  })
})
