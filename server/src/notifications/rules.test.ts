import { expect, it } from 'vitest'
import { canRetryMail } from './rules.ts'

const makeError = (properties: object) => Object.assign(new Error('no'), properties)

it.each([
  ['nothing listens at the address', { code: 'ESOCKET', syscall: 'connect', originalCode: 'ECONNREFUSED' }],
  ['the host name is unknown', { code: 'EDNS', command: 'CONN' }],
  ['the login is refused', { code: 'EAUTH', responseCode: 535 }],
  ['the server sends no greeting', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' }],
  ['the server is too busy', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }],
  ['the server refuses with the first temporary code', { responseCode: 400 }],
  ['the server refuses with the last temporary code', { responseCode: 499 }],
])('a mail can be retried if %s', (_, properties) => {
  expect(canRetryMail(makeError(properties))).toBe(true)
})

it.each([
  ['the address is refused permanently', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
  ['the connection broke while sending', { code: 'ECONNECTION', command: 'CONN' }],
  ['the server did not reply in time', { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' }],
  ['the server refuses with a code above the temporary ones', { responseCode: 500 }],
  ['the server replies with a code below the temporary ones', { responseCode: 399 }],
  ['the code is a text', { responseCode: '451' }],
  ['the reason is unknown', {}],
])('a mail is not retried if %s', (_, properties) => {
  expect(canRetryMail(makeError(properties))).toBe(false)
})

it.each([{ syscall: 'connect' }, 'connect', undefined])(
  'a mail is not retried after %o, which is not an error',
  (thrown) => {
    expect(canRetryMail(thrown)).toBe(false)
  },
)
