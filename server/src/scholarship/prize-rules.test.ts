import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  claimDeadline,
  findAskedAddress,
  findMissing,
  hasProposedItself,
  isMinorAt,
  listDueReminders,
  readAgreement,
  readNameState,
  type Approved,
  type ClaimVersion,
} from './prize-rules.ts'
import type { DrawEvent } from './rules.ts'

const DAY_MS = 86_400_000
const first: ClaimVersion = {
  seq: 1,
  guardianName: 'Halima Bello',
  guardianPhone: '+2348012345678',
  guardianEmail: 'halima@home.example',
  publicName: 'Amina',
}
/** Returns the versions of a claim that starts with the first one and changes one part each time. */
const change = (...parts: Partial<ClaimVersion>[]): ClaimVersion[] =>
  parts.reduce<ClaimVersion[]>((all, part, n) => [...all, { ...(all[n] ?? first), ...part, seq: n + 2 }], [first])
const approve = (kind: keyof Approved, ...seqs: number[]): Approved => ({
  agreement: new Set<number>(),
  'public-name': new Set<number>(),
  [kind]: new Set(seqs),
})
const agreement = (versions: ClaimVersion[], ...seqs: number[]) =>
  readAgreement(versions, { approved: approve('agreement', ...seqs), isMinor: true })
const nameState = (versions: ClaimVersion[], ...seqs: number[]) =>
  readNameState(versions, approve('public-name', ...seqs))

describe('a guardian’s agreement', () => {
  it('is not needed for an adult, and missing for a child until one has agreed', () => {
    expect(readAgreement([], { approved: approve('agreement'), isMinor: false })).toBe('not-needed')
    expect([agreement([]), agreement([first]), agreement([first], 1)]).toEqual(['missing', 'missing', 'agreed'])
  })

  it.each([
    { guardianName: 'Musa Bello' },
    { guardianPhone: '+2348012345679' },
    { guardianEmail: '' },
    { publicName: 'Amina Bello' },
  ])('does not apply to a claim that says something else (%j)', (part) => {
    expect(agreement(change(part), 1)).toBe('missing')
    expect(agreement(change(part), 2)).toBe('agreed')
    // Not even if it says the same as before again.
    expect(agreement(change(part, first), 1)).toBe('missing')
  })

  it('is kept if only the name is withdrawn, but not for a different name after that', () => {
    expect(agreement(change({ publicName: '' }), 1)).toBe('agreed')
    expect(agreement(change({ publicName: '' }, { publicName: 'Amina' }), 1)).toBe('missing')
    expect(agreement(change({ publicName: '', guardianPhone: '+2348012345679' }), 1)).toBe('missing')
  })

  it('to another claim does not count', () => {
    expect(agreement([first], 7)).toBe('missing')
  })
})

describe('a public name', () => {
  it('waits until it is confirmed', () => {
    expect([nameState([]), nameState([first]), nameState([first], 1)]).toEqual(['none', 'waiting', 'confirmed'])
  })

  it('stays confirmed while other parts change, but waits again once it changes, even if it changes back', () => {
    expect(nameState(change({ guardianPhone: '+2348012345679' }), 1)).toBe('confirmed')
    expect(nameState(change({ publicName: 'Amina Bello' }), 1)).toBe('waiting')
    expect(nameState(change({ publicName: 'Amina Bello' }, { publicName: 'Amina' }), 1)).toBe('waiting')
    expect(nameState(change({ publicName: '' }), 1)).toBe('none')
    expect(nameState(change({ publicName: '' }, { publicName: 'Amina' }), 1)).toBe('waiting')
  })
})

it('an address is asked to agree if it is the account’s, or if the winner gave it', () => {
  const given = { guardianEmail: 'halima@home.example', adminId: null }
  const entered = { guardianEmail: 'other@home.example', adminId: 'admin' }
  expect(findAskedAddress([], 'mum@home.example')).toBe('account')
  expect(findAskedAddress([given, entered], 'mum@home.example')).toBe('account')
  expect(findAskedAddress([given], null)).toBe('claim')
  expect(findAskedAddress([given, { ...given, adminId: 'admin' }], null)).toBe('claim')
  expect(findAskedAddress([given, entered], null)).toBeUndefined()
  expect(findAskedAddress([{ guardianEmail: '', adminId: null }], null)).toBeUndefined()
  expect(findAskedAddress([], null)).toBeUndefined()
})

it('whether a guardian has to agree depends on the age when the month closed', () => {
  const { closesAt } = monthCloses('2026-10')
  // In Lagos, it closes at the last moment of 31 October.
  expect(isMinorAt('2008-10-31', closesAt)).toBe(false)
  expect(isMinorAt('2008-11-01', closesAt)).toBe(true)
})

it('the claim is reported missing first, then the agreement', () => {
  expect(findMissing({ hasClaim: false, agreement: 'missing' })).toBe('claim')
  expect(findMissing({ hasClaim: false, agreement: 'not-needed' })).toBe('claim')
  expect(findMissing({ hasClaim: true, agreement: 'missing' })).toBe('agreement')
  expect(findMissing({ hasClaim: true, agreement: 'agreed' })).toBeUndefined()
  expect(findMissing({ hasClaim: true, agreement: 'not-needed' })).toBeUndefined()
})

const drawnAt = new Date('2026-11-03T12:00:00Z')
const after = (days: number) => new Date(drawnAt.getTime() + days * DAY_MS)

describe('a winner’s time limit', () => {
  type Made = DrawEvent & { adminId: string | null }
  const event = (kind: DrawEvent['kind'], days: number, more: Partial<Made> = {}): Made => ({
    kind,
    attempt: 0,
    data: {},
    at: after(days),
    adminId: 'admin',
    ...more,
  })
  const changed = (change: string, days: number, index = 3) => event('changed', days, { data: { index, change } })
  const itself = (days: number) => event('disqualification-proposed', days, { adminId: null })
  const daysOf = (...events: Made[]) =>
    (claimDeadline(events, { attempt: 0, index: 3, drawnAt }).getTime() - drawnAt.getTime()) / DAY_MS

  it('is fourteen days after the draw', () => {
    expect(daysOf()).toBe(14)
    expect(daysOf(event('drawn', 0), changed('held', 2))).toBe(14)
  })

  it('starts again when a hold on this entry ends, but not on another entry or before the draw', () => {
    expect(daysOf(changed('held', 2), changed('released', 5))).toBe(19)
    expect(daysOf(changed('restored', 6))).toBe(20)
    expect(daysOf(changed('released', 5, 4))).toBe(14)
    expect(daysOf(changed('released', -1))).toBe(14)
    expect(daysOf(changed('disqualified', 5))).toBe(14)
    expect(daysOf({ ...changed('released', 5), attempt: 1 })).toBe(14)
  })

  it('starts again when an automatically proposed redraw is withdrawn, but not one proposed by an admin', () => {
    expect(daysOf(itself(14), event('proposal-withdrawn', 15))).toBe(29)
    expect(daysOf(itself(14), event('disqualification-proposed', 15), event('proposal-withdrawn', 16))).toBe(30)
    expect(daysOf(event('disqualification-proposed', 3), event('proposal-withdrawn', 4))).toBe(14)
    expect(daysOf(event('proposal-withdrawn', 4), itself(14))).toBe(14)
    expect(daysOf({ ...itself(14), attempt: 1 }, { ...event('proposal-withdrawn', 15), attempt: 1 })).toBe(14)
    expect(hasProposedItself([itself(14)], 0)).toBe(true)
    expect(hasProposedItself([itself(14)], 1)).toBe(false)
    expect(hasProposedItself([event('disqualification-proposed', 14)], 0)).toBe(false)
  })
})

describe('reminders', () => {
  it.each([
    [6.99, []],
    [7, [7]],
    [10.9, [7]],
    [11, [7, 3]],
    [13, [7, 3, 1]],
    [13.99, [7, 3, 1]],
    [14, []],
    [20, []],
  ])('after %d days are due: %j', (days, due) => {
    expect(listDueReminders(after(14), after(days))).toEqual(due)
  })

  it('never become fewer before the deadline', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 13.9, noNaN: true }),
        fc.double({ min: 0, max: 0.09, noNaN: true }),
        (a, b) => {
          const [earlier, later] = [listDueReminders(after(14), after(a)), listDueReminders(after(14), after(a + b))]
          expect(later.slice(0, earlier.length)).toEqual(earlier)
        },
      ),
    )
  })
})
