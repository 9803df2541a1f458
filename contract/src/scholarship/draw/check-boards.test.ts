// Tests the checks of protocol 2 draws: leaderboards, messages, seals and the winner's opened line.
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { checkDraw, type DrawFiles } from './check-draw.ts'
import {
  formatCode,
  formatReceipt,
  hashReceipt,
  readTold,
  type Receipt,
  hashText,
  sealStrikes,
  SHORT_LIST,
} from './rules.ts'
import { timeOfRound, MIN_NOTICE_MS, redrawRound, STRIKE_UNTIL_MS } from './schedule.ts'
import { formatNotices, hashNotices, type DrawNotice, type OpeningFile } from './files.ts'
import { hashNamedRow, type NamedRow } from './list.ts'
import { makeChain, makeDraw } from './made-draw.ts'

const made = makeChain('boards')
const { rows, leaves, list, boards, round } = makeDraw(9, made.chain)
const roundTime = timeOfRound(made.chain, round).getTime()
const files: DrawFiles = { list, boards, chain: made.file, beacons: [made.sign(round)], notices: [] }
const check = (changes: Partial<DrawFiles> = {}) => checkDraw({ ...files, ...changes })
const lastStep = (changes: Partial<DrawFiles>) => check(changes).steps.at(-1)
const winner = check().attempts[0]?.winner ?? -1

function findRow(index: number): NamedRow {
  const found = rows.find((row) => hashNamedRow(row) === leaves[index])
  if (!found) throw new Error('There is no such row.')
  return found
}

function toOpening(index: number): OpeningFile {
  const { category, place, points, username, nonce } = findRow(index)
  return { index, category, place, points, username, nonce: bytesToHex(nonce) }
}

function toReceipt(index: number): Receipt {
  const { month, nonce, ...row } = findRow(index)
  return { protocol: 2, month, ...row, nonce: bytesToHex(nonce) }
}

describe('the leaderboards of a list', () => {
  it('G-17 have one row for each line', () => {
    expect(check().steps.map(({ name, isTrue }) => [name, isTrue])).toEqual(
      ['list', 'board', 'chain', 'round', 'beacon', 'winner'].map((name) => [name, true]),
    )
  })

  it.each([
    ['was changed', { boards: { ...boards, '5-10': boards['5-10'].replace('20000', '20010') } }],
    ['is missing', { boards: { '5-10': boards['5-10'] } }],
    ['is the other one', { boards: { '5-10': boards['11-20'], '11-20': boards['5-10'] } }],
  ])('do not match if one %s', (_, changed) => {
    expect(lastStep(changed)).toMatchObject({ name: 'board', isTrue: false })
  })

  it('cannot have more lines than students shown', () => {
    const commit = { month: '2026-12', list: hashText(list), round, entrants: 9, publishedAt: '2026-12-31T23:10:00Z' }
    const shown = (young: number) => ({ '5-10': { shown: young, cut: [] }, '11-20': { shown: 4, cut: [] } })
    expect(lastStep({ commit: { ...commit, boards: shown(5) } })).toMatchObject({ name: 'winner', isTrue: true })
    for (const young of [4, 6])
      expect(lastStep({ commit: { ...commit, boards: shown(young) } })).toMatchObject({ name: 'board', isTrue: false })
  })
})

describe("the winner's opened line", () => {
  it('G-18 is a leaderboard row with the name shown on the page', () => {
    const opening = toOpening(winner)
    expect(lastStep({ opening, winnerName: opening.username })).toEqual({ name: 'opening', attempt: 0, isTrue: true })
  })

  it.each([
    ['another entry', toOpening((winner + 1) % 9)],
    ['another name', { ...toOpening(winner), username: 'friend' }],
    ['other points', { ...toOpening(winner), points: 10 }],
    ['another place', { ...toOpening(winner), place: 1_000 }],
    ['another category', { ...toOpening(winner), category: findRow(winner).category === '5-10' ? '11-20' : '5-10' }],
    ['another number', { ...toOpening(winner), index: (winner + 1) % 9 }],
  ] as [string, OpeningFile][])('does not match %s', (_, opening) => {
    expect(lastStep({ opening })).toMatchObject({ name: 'opening', isTrue: false })
  })

  it('is refused if the page shows another winner, or if nobody has won', () => {
    const opening = toOpening(winner)
    expect(lastStep({ opening, winnerName: 'friend' })).toMatchObject({ name: 'opening', isTrue: false })
    expect(lastStep({ opening, winner: (winner + 1) % 9 })).toMatchObject({ name: 'winner', isTrue: false })
    const disqualified: DrawNotice = {
      kind: 'disqualified',
      at: new Date(roundTime + 3_600_000).toISOString(),
      attempt: 1,
      index: winner,
      admins: 2,
    }
    expect(lastStep({ opening, notices: [disqualified] })).toMatchObject({ name: 'opening', isTrue: false })
  })
})

describe('all the files of a draw', () => {
  const rules = 'DRAW/2\nrules'
  const commit = { month: '2026-12', list: '', round, entrants: 9, publishedAt: '2026-12-31T23:10:00Z' }
  const text = list.replace(hashText('rules-v2'), hashText(rules))
  const whole: DrawFiles = { ...files, list: text, rules, commit: { ...commit, list: hashText(text) }, isWhole: true }
  const last = (changes: Partial<DrawFiles>) => checkDraw({ ...whole, ...changes }).steps.at(-1)

  it('G-17 agree, and a withheld file is a fault', () => {
    expect(last({})).toMatchObject({ name: 'winner', isTrue: true })
    expect(last({ boards: undefined })).toMatchObject({ name: 'board', isTrue: false })
    expect(last({ rules: undefined })).toMatchObject({ name: 'list', isTrue: false })
    expect(last({ commit: undefined })).toMatchObject({ name: 'list', isTrue: false })
  })

  it('G-18 name nobody whose line has not been opened', () => {
    expect(last({ winnerName: 'friend' })).toMatchObject({ name: 'opening', isTrue: false })
    expect(last({ winnerName: 'friend', isWhole: undefined })).toMatchObject({ name: 'winner', isTrue: true })
  })

  it('G-17 follow the protocol of the rules', () => {
    const first = 'RULES OF'
    const other = list.replace(hashText('rules-v2'), hashText(first))
    expect(last({ list: other, rules: first, commit: { ...commit, list: hashText(other) } })).toMatchObject({
      name: 'list',
      reason: 'The list does not follow the protocol of its rules.',
    })
  })

  it('hide nobody who is struck out, unless the list is short', () => {
    const long = makeDraw(SHORT_LIST, made.chain)
    const seal = sealStrikes({ indexes: [], nonce: 'c'.repeat(64) })
    const notice: DrawNotice = { kind: 'sealed', at: '2027-01-01T12:00:00Z', attempt: 0, seal }
    const open = { list: long.list, boards: long.boards, beacons: [], notices: [notice] }
    expect(lastStep(open)).toMatchObject({ name: 'round', isTrue: false })
    expect(lastStep({ beacons: [], notices: [notice] })).toMatchObject({ name: 'chain', isTrue: true })
  })
})

describe('the line of somebody who is on no leaderboard', () => {
  const one = makeDraw(1, made.chain)
  const [row] = one.rows
  if (!row) throw new Error('There is a row.')
  const ghost = { ...row, points: 99_990, username: 'friend' }
  const ghostList = one.list.replace(one.leaves[0] ?? '', hashNamedRow(ghost))
  const changed = { list: ghostList, boards: one.boards }

  it('G-18 may win, but its opening does not match the leaderboard', () => {
    const { month: _, nonce, ...opened } = ghost
    const opening = { index: 0, ...opened, nonce: bytesToHex(nonce) }
    expect(lastStep({ ...changed, opening })).toMatchObject({
      name: 'opening',
      isTrue: false,
      reason: 'The leaderboard does not have the place and points of the winner.',
    })
  })

  it('G-19 has a receipt that does not match the leaderboard', () => {
    const { month, nonce, ...rest } = ghost
    const text = formatReceipt({ protocol: 2, month, ...rest, nonce: bytesToHex(nonce) })
    expect(lastStep({ ...changed, told: readTold(text) })).toMatchObject({ name: 'told', isTrue: false })
  })
})

describe('a message', () => {
  const receipt = toReceipt(4)
  const told = (text: string) => readTold(text)
  const whole = [
    'Your number is 4. The list has 9 numbers, starting at 0.',
    `The code of the list: ${formatCode('list', hashText(list))}`,
    `The code of your own line: ${formatCode('line', hashReceipt(receipt))}`,
    `Your receipt, which proves that the line is yours: ${formatReceipt(receipt)}`,
    'Paste this message here to check it: https://baobab.example/scholarship/2026-12/verify',
  ].join('\n')

  it("G-19 gives the list and the reader's own number when pasted whole", () => {
    expect(check({ told: told(whole) }).compared).toEqual({ isListTold: true, areNoticesTold: false, entry: 4 })
  })

  it.each([
    ['the code of the list', formatCode('list', hashText(list)), { isListTold: true, entry: undefined }],
    ['the first 16 digits of it', formatCode('list', hashText(list)).slice(0, 18), { isListTold: true }],
    ['the hash without a letter', ` ${hashText(list).toUpperCase()} `, { isListTold: true }],
    ['the hash in groups', hashText(list).replaceAll(/(.{8})/g, '$1 '), { isListTold: true }],
    ['the line itself', formatCode('line', leaves[4] ?? ''), { isListTold: false, entry: 4 }],
    ['the line itself without a letter', leaves[4] ?? '', { isListTold: false, entry: 4 }],
    ['the receipt', formatReceipt(receipt), { isListTold: false, entry: 4 }],
  ])('says by %s what it is about', (_, text, compared) => {
    expect(check({ told: told(text) }).compared).toMatchObject(compared)
    expect(lastStep({ told: told(text) })).toMatchObject({ name: 'winner', isTrue: true })
  })

  it.each([
    ['the code of another list', formatCode('list', hashText('another'))],
    ['the code of a list as one of notices', formatCode('notices', hashText(list))],
    ['another line', formatCode('line', hashText('another'))],
    ['a hash of nothing here', hashText('another')],
    ['a receipt of another month', formatReceipt({ ...receipt, month: '2026-11' })],
    ['a receipt with more points', formatReceipt({ ...receipt, points: 99_999 } as Receipt)],
    ['a receipt and the line of somebody else', `${formatReceipt(receipt)} ${formatCode('line', leaves[5] ?? '')}`],
  ])('does not match if %s', (_, text) => {
    expect(lastStep({ told: told(text) })).toMatchObject({ name: 'told', isTrue: false })
    expect(check({ told: told(text) }).compared).toEqual({ isListTold: false, areNoticesTold: false, entry: undefined })
  })

  it('about another month says so', () => {
    const other = formatReceipt({ ...receipt, month: '2026-11' })
    expect(lastStep({ told: told(other) })?.reason).toBe('Your receipt is for 2026-11, but this list is for 2026-12.')
  })

  it('about notices gives no list', () => {
    const struck: DrawNotice = {
      kind: 'struck',
      at: new Date(roundTime - 3_600_000).toISOString(),
      attempt: 0,
      indexes: [],
    }
    const text = formatCode('notices', hashNotices(2, [struck]))
    expect(check({ notices: [struck], told: told(text) }).compared).toMatchObject({
      isListTold: false,
      areNoticesTold: true,
    })
    expect(lastStep({ told: told(text) })).toMatchObject({ name: 'told', isTrue: false })
  })

  it('is not read without a code', () => {
    expect(readTold('Congratulations!')).toBeUndefined()
    expect(readTold(`L-${'a'.repeat(15)}`)).toBeUndefined()
    expect(readTold('')).toBeUndefined()
  })
})

describe('the notices of protocol 2', () => {
  it('are written in the canonical form of RFC 8785', () => {
    const notice: DrawNotice = { kind: 'struck', at: '2027-01-03T11:00:00.000Z', attempt: 0, indexes: [2, 1] }
    expect(formatNotices(2, [notice])).toBe(
      '[{"at":"2027-01-03T11:00:00.000Z","attempt":0,"indexes":[2,1],"kind":"struck"}]',
    )
  })
})

describe('the struck-out entrants', () => {
  const at = (before: number) => new Date(roundTime - before).toISOString()
  const struck = (indexes: number[], before: number): DrawNotice => ({
    kind: 'struck',
    at: at(before),
    attempt: 0,
    indexes,
  })
  const withList = struck([winner], MIN_NOTICE_MS)
  const later = struck([], STRIKE_UNTIL_MS)

  it('are published with the list, and again before the round', () => {
    const { attempts } = check({ notices: [withList, struck([(winner + 1) % 9], STRIKE_UNTIL_MS)] })
    expect(attempts[0]?.struck).toEqual([winner, (winner + 1) % 9])
    expect(attempts[0]?.winner).not.toBe(winner)
  })

  it.each([
    ['less than 48 hours before the round for the first time', [struck([], MIN_NOTICE_MS - 1), later]],
    ['less than half an hour before the round', [withList, struck([], STRIKE_UNTIL_MS - 1)]],
    ['a third time', [withList, later, later]],
  ])('are not published %s', (_, notices) => {
    expect(lastStep({ notices })).toMatchObject({ name: 'round', isTrue: false })
  })

  it('are published once before the round of a repetition', () => {
    const begun = roundTime + 3_600_000
    const disqualified: DrawNotice = {
      kind: 'disqualified',
      at: new Date(begun).toISOString(),
      attempt: 1,
      index: winner,
      admins: 2,
    }
    const again = (hours: number): DrawNotice => ({
      kind: 'struck',
      at: new Date(begun + hours * 3_600_000).toISOString(),
      attempt: 1,
      indexes: [],
    })
    const next = made.sign(redrawRound(made.chain, new Date(begun)))
    const beacons = [...files.beacons, next]
    expect(lastStep({ beacons, notices: [disqualified, again(23)] })).toMatchObject({ name: 'winner', isTrue: true })
    // With a whole day to go, a notice could only come together with the list.
    expect(lastStep({ beacons, notices: [disqualified, again(0), again(23)] })).toMatchObject({ isTrue: false })
  })

  const nonce = 'c'.repeat(64)
  const sealed: DrawNotice = {
    kind: 'sealed',
    at: at(MIN_NOTICE_MS),
    attempt: 0,
    seal: sealStrikes({ indexes: [winner], nonce }),
  }
  const opened: DrawNotice = { kind: 'struck', at: at(-10_000), attempt: 0, indexes: [winner], nonce }

  it('are hidden by a seal until the round, and bound by it', () => {
    expect(check({ notices: [sealed, opened] }).attempts[0]).toMatchObject({ struck: [winner] })
    expect(lastStep({ notices: [sealed, opened] })).toMatchObject({ name: 'winner', isTrue: true })
    expect(check({ notices: [sealed], beacons: [] }).outcome).toBe('open')
  })

  it.each([
    ['that is not opened', [sealed], 'winner'],
    ['that is opened by other numbers', [sealed, { ...opened, indexes: [] }], 'round'],
    ['that is opened by another nonce', [sealed, { ...opened, nonce: 'd'.repeat(64) }], 'round'],
    ['that was never made', [opened], 'round'],
    ['of two of which one is opened', [sealed, { ...sealed, at: at(STRIKE_UNTIL_MS) }, opened], 'round'],
  ])('stay unknown with a seal %s', (_, notices, name) => {
    expect(lastStep({ notices: notices as DrawNotice[] })).toMatchObject({ name, isTrue: false })
  })
})
