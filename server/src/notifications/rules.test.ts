import { expect, it } from 'vitest'
import { canRetryMail } from './rules.ts'

const failure = (facts: object) => Object.assign(new Error('no'), facts)

it.each([
  ['nobody listens there', { code: 'ESOCKET', syscall: 'connect', originalCode: 'ECONNREFUSED' }],
  ['its name is not known', { code: 'EDNS', command: 'CONN' }],
  ['our login is refused', { code: 'EAUTH', responseCode: 535 }],
  ['nobody greets', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' }],
  ['it is too busy now', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }],
])('a mail is sent again where %s', (_, facts) => {
  expect(canRetryMail(failure(facts))).toBe(true)
})

it.each([
  ['the address is refused for good', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
  ['the connection broke on the way', { code: 'ECONNECTION', command: 'CONN' }],
  ['no word came in time', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' }],
  ['nobody knows why', {}],
])('a mail is not sent again where %s', (_, facts) => {
  expect(canRetryMail(failure(facts))).toBe(false)
})
