import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTermii } from './termii.ts'

const secretKey = 'secret key'
const termii = createTermii({ name: 'termii', apiUrl: 'http://localhost', apiKey: 'key', secretKey, sender: 'Baobab' })

it.each([
  ['DELIVERED', 'delivered'],
  ['Delivered', 'delivered'],
  // As in the sample at http://developer.termii.com/docs/events-and-reports/.
  ['DELIVERED | Message delivered to handset', 'delivered'],
  ['Message Failed', 'failed'],
  ['DND Active on Phone Number', 'failed'],
  ['Undelivered', 'failed'],
  ['Message Sent', undefined],
  ['Sent | with the operator', undefined],
])('the status %s of Termii means %s', (status, state) => {
  const body = Buffer.from(JSON.stringify({ type: 'outbound', message_id: '5964465985113503103', status }))
  const headers = { 'x-termii-signature': createHmac('sha512', secretKey).update(body).digest('hex') }
  const report = termii.readReport({ headers, body })
  expect(report?.state).toBe(state)
  expect(report?.messageId ?? '5964465985113503103').toBe('5964465985113503103')
})
