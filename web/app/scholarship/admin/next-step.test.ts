import { agreementStates, nameStates, prizeStates } from '@baobab/contract/scholarship/prize.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { describe, expect, it } from 'vitest'
import { findNextWait, groupByMonth, isToDo, nextStep, stepsToDo } from './next-step.ts'
import { describeStep, describeToDo, stepText } from './next-step-text.ts'

type Month = Parameters<typeof nextStep>[0]

const drawsAt = '2026-12-03T12:00:00.000Z'
const claimBy = '2026-11-17T12:00:00.000Z'
const waiting: Month['draw'] = { state: 'waiting', drawsAt, isDue: false, proposal: null, witnesses: null }
const claimed: NonNullable<Month['prize']> = { state: 'claimed', agreement: 'agreed', name: 'none', claimBy }

const ofDraw = (draw: Partial<Month['draw']>, prize?: Partial<Month['prize']>) =>
  nextStep({ draw: { ...waiting, ...draw }, prize: prize && { ...claimed, ...prize } })

describe('the next step before there is a winner', () => {
  it.each<[string, Partial<Month['draw']>, ReturnType<typeof nextStep>]>([
    ['waits for its round', {}, { kind: 'round', at: drawsAt }],
    ['is the draw once it is due', { isDue: true }, { kind: 'draw' }],
    ['is to name witnesses if no number came', { isDue: true, witnesses: { named: [] } }, { kind: 'witnesses' }],
    ['is their numbers', { witnesses: { named: [{ name: 'Head teacher', hasRevealed: false }] } }, { kind: 'reveal' }],
    ['is a proposal before everything else', { isDue: true, proposal: { canAgree: true } }, { kind: 'approve' }],
    ['waits for the other admin', { isDue: true, proposal: { canAgree: false } }, { kind: 'other-admin' }],
  ])('%s', (_title, draw, step) => {
    expect(ofDraw(draw)).toEqual(step)
  })
})

describe('the next step of a winner', () => {
  it.each<[string, Partial<Month['draw']>, Partial<Month['prize']> | undefined, ReturnType<typeof nextStep>]>([
    ['waits for the claim', { state: 'drawn' }, { state: 'unclaimed' }, { kind: 'claim', at: claimBy }],
    ['is to call the guardian', { state: 'drawn' }, { agreement: 'missing', name: 'waiting' }, { kind: 'agreement' }],
    ['is to check the name', { state: 'drawn' }, { name: 'waiting' }, { kind: 'name' }],
    ['is to confirm the winner', { state: 'drawn' }, { name: 'confirmed' }, { kind: 'confirm' }],
    ['is to confirm an adult too', { state: 'drawn' }, { agreement: 'not-needed' }, { kind: 'confirm' }],
    ['is to pay', { state: 'confirmed' }, { state: 'confirmed' }, { kind: 'pay' }],
    [
      'is a call if the claim changed',
      { state: 'confirmed' },
      { state: 'confirmed', agreement: 'missing' },
      { kind: 'agreement' },
    ],
    ['is nothing once it is paid', { state: 'confirmed' }, { state: 'paid' }, { kind: 'paid' }],
    ['is the name, even of a paid prize', { state: 'confirmed' }, { state: 'paid', name: 'waiting' }, { kind: 'name' }],
    ['is a proposal before everything else', { state: 'drawn', proposal: { canAgree: true } }, {}, { kind: 'approve' }],
    ['is unknown to roles that may not read prizes', { state: 'drawn' }, undefined, { kind: 'checking' }],
    [
      'is nothing for a list that was replaced',
      { state: 'voided', proposal: { canAgree: true } },
      undefined,
      { kind: 'replaced' },
    ],
    ['is nothing for a month without a winner', { state: 'ended' }, undefined, { kind: 'no-winner' }],
  ])('%s', (_title, draw, prize, step) => {
    expect(ofDraw(draw, prize)).toEqual(step)
  })

  it('a prize is paid or confirmed only after its claim and the agreement, in every state', () => {
    const all = (['drawn', 'confirmed'] as const).flatMap((state) =>
      prizeStates.flatMap((prizeState) =>
        agreementStates.flatMap((agreement) =>
          nameStates.map((name) => ({
            prizeState,
            agreement,
            step: ofDraw({ state }, { state: prizeState, agreement, name }),
          })),
        ),
      ),
    )
    const handedOver = all.filter(({ step: { kind } }) => kind === 'confirm' || kind === 'pay')
    expect(handedOver.length).toBeGreaterThan(0)
    expect(handedOver.filter(({ agreement }) => agreement === 'missing')).toEqual([])
    expect(handedOver.filter(({ prizeState }) => prizeState === 'unclaimed')).toEqual([])
    for (const { step } of all) expect(describeStep(step)).not.toBe('')
  })
})

it('every step that a person does has its own sentence, which names the month', () => {
  const sentences = stepsToDo.map((kind) => describeToDo(kind, '2026-10'))
  expect(new Set(sentences).size).toBe(stepsToDo.length)
  for (const sentence of sentences) expect(sentence).toContain(monthName('2026-10'))
  for (const kind of stepsToDo) expect(isToDo({ kind })).toBe(true)
  expect(isToDo({ kind: 'round', at: drawsAt })).toBe(false)
})

describe('what happens first while there is nothing to do', () => {
  const now = new Date('2026-11-20T10:00:00Z')
  const sayNothing = (months: (Month & { month: string })[], at = now) => stepText.nothingToDo(findNextWait(months, at))

  it('the current month closes', () => {
    expect(sayNothing([])).toBe('Nothing to do until 1 December: then the November list is fixed.')
  })

  it('a round that comes before the month closes', () => {
    const early = { month: '2026-10', draw: { ...waiting, drawsAt: '2026-11-24T12:00:00.000Z' }, prize: undefined }
    expect(sayNothing([early])).toBe('Nothing to do until 24 November: then the October winner is drawn.')
  })

  it('the end of a time to claim', () => {
    const unclaimed = {
      month: '2026-10',
      draw: { ...waiting, state: 'drawn' as const },
      prize: { ...claimed, state: 'unclaimed' as const },
    }
    expect(sayNothing([unclaimed], new Date('2026-11-05T10:00:00Z'))).toBe(
      'Nothing to do until 17 November: then the October winner can no longer claim the prize.',
    )
  })

  it('in Lagos a month closes an hour before it does in London', () => {
    expect(sayNothing([], new Date('2026-11-30T23:30:00Z'))).toContain('1 January: then the December list')
  })
})

it('groups the lists of a month, the latest first, with its prize', () => {
  const draw = (month: string, version: number) => ({ month, version, ...waiting }) as never
  const prize = { month: '2026-09' } as never
  const months = groupByMonth([draw('2026-09', 1), draw('2026-10', 2), draw('2026-10', 1), draw('2026-10', 3)], [prize])
  expect(
    months.map(({ month, draw: { version }, earlier }) => [month, version, earlier.map((one) => one.version)]),
  ).toEqual([
    ['2026-10', 3, [2, 1]],
    ['2026-09', 1, []],
  ])
  expect(months.map((month) => month.prize)).toEqual([undefined, prize])
})
