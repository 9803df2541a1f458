import { describe, expect, it } from 'vitest'
import { chooseDisconnected, keepsNumber, type ConnectedIdentity, type ConnectionProof } from './lock-out-rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 3, 12, minute))
const identity = (proof: ConnectionProof | null, minute: number): ConnectedIdentity => ({
  provider: 'x',
  subject: `${proof} ${minute}`,
  connectedAt: at(minute),
  proof,
})
const [opening, mailbox, early, late, unknown] = [
  identity('opening', 1),
  identity('mailbox', 30),
  identity('password', 10),
  identity('password', 30),
  identity(null, 30),
]
const all = [opening, mailbox, early, late, unknown]
const situation = { hasEmail: true, hasPassword: true, provedAt: at(20) }

describe('the disconnected providers', () => {
  it.each(['mailbox', 'closed'] as const)(
    'are all of them after the proof %s, even for an account without a password',
    (proof) => {
      for (const hasPassword of [true, false])
        expect(chooseDisconnected(all, { ...situation, hasPassword, proof })).toEqual(all)
    },
  )

  it('are those that may have been connected with the old password, when the password changes', () => {
    expect(chooseDisconnected(all, { ...situation, proof: 'password' })).toEqual([early, late, unknown])
  })

  it('are those connected in other sessions since this session’s own proof, when it logs out elsewhere', () => {
    expect(chooseDisconnected(all, { ...situation, proof: 'session' })).toEqual([late, unknown])
    expect(chooseDisconnected(all, { ...situation, proof: 'session', provedAt: at(30) })).toEqual([])
    expect(chooseDisconnected(all, { ...situation, proof: 'session', provedAt: undefined })).toEqual([])
  })

  it('are all after the proof of the number if there is no email, and otherwise as with the password', () => {
    expect(chooseDisconnected(all, { ...situation, proof: 'number', hasEmail: false })).toEqual(all)
    expect(chooseDisconnected(all, { ...situation, proof: 'number' })).toEqual([early, late, unknown])
  })

  it.each(['session', 'password'] as const)('never include the last way in, with the proof %s', (proof) => {
    expect(chooseDisconnected(all, { ...situation, hasPassword: false, proof })).toEqual([])
  })
})

it.each([
  ['session', true, true],
  ['number', true, true],
  ['password', true, false],
  ['mailbox', true, false],
  ['password', false, true],
  ['mailbox', false, true],
] as const)(
  'after the proof %s, with an email: %s, the phone number still proves the account: %s',
  (proof, hasEmail, keeps) => {
    expect(keepsNumber({ proof, hasEmail })).toBe(keeps)
  },
)
