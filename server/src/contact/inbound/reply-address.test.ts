import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReplyAddress, findToken, readReplyToken } from './reply-address.ts'

const key = randomBytes(32)
const addressFor = (messageId: string) => createReplyAddress(key, 'support@baobab.example', messageId)

it('names the message, whatever happens to the case of the address, and fits into an address', () => {
  fc.assert(
    fc.property(fc.uuid(), (messageId) => {
      const address = addressFor(messageId)
      expect(address).toMatch(/^support\+[0-9a-v]{40}@baobab\.example$/)
      expect(address.indexOf('@')).toBeLessThanOrEqual(64)
      for (const spelled of [address, address.toUpperCase(), `Baobab <${address}>`])
        expect(readReplyToken(key, findToken(spelled))).toBe(messageId)
    }),
  )
})

it('refuses a token in which one character was changed', () => {
  const token = findToken(addressFor(randomUUID()))
  for (let at = 0; at < token.length; at += 1) {
    const changed = token[at] === '0' ? '1' : '0'
    expect(readReplyToken(key, token.slice(0, at) + changed + token.slice(at + 1))).toBeUndefined()
  }
})

it('refuses a token of another installation, and texts that are no tokens', () => {
  const other = createReplyAddress(randomBytes(32), 'support@baobab.example', randomUUID())
  for (const token of [findToken(other), '', 'x'.repeat(40), '0'.repeat(40), `${findToken(addressFor(randomUUID()))}0`])
    expect(readReplyToken(key, token)).toBeUndefined()
})
