import { createServer } from 'node:net'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { createLog, isRequestLogged, serializeError } from './log.ts'

/** Returns a port on this machine that nothing listens on. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

it('says what happened when every address of a host refuses the connection, which is an error without a message', async () => {
  const port = await findClosedPort()
  // Resolves to two addresses, like localhost, so that Node reports an AggregateError.
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  const socket = connect({
    host: 'both',
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, done) => done(null, addresses),
  })
  const [refused] = (await once(socket, 'error')) as [Error]
  expect(refused.message).toBe('')
  expect(serializeError(refused)).toMatchObject({
    type: 'AggregateError',
    code: 'ECONNREFUSED',
    message: `connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`,
  })
  // The copy lacks the errors of the individual addresses.
  expect(serializeError(copyAsJobSystem(refused))).toMatchObject({ message: 'ECONNREFUSED' })
})

/** Copies an error as the job system does before emitting it: as a plain object. */
function copyAsJobSystem(error: Error): object {
  return Object.assign({}, error, { message: error.message, stack: error.stack, queue: 'account-mails' })
}

it('serialises a copy of an error like the error itself', () => {
  const error = Object.assign(new Error('550 <ada@x.example> is unknown'), { code: 'EENVELOPE' })
  const copy = serializeError(copyAsJobSystem(error))
  expect(copy).toMatchObject({ message: '550 <[address]> is unknown', code: 'EENVELOPE' })
  expect(copy?.stack).toContain('log.test.ts')
})

it('C-01 redacts a copy of a database error, whose message quotes the value', () => {
  const copy = { message: 'invalid input syntax for type date: "2012-05-01"', code: '22007', severity: 'ERROR' }
  expect(serializeError(copy)).toMatchObject({ message: 'A value did not fit.', code: '22007' })
  const failed = { message: 'Failed query: select $1\nparams: Ada Obi', query: 'select $1', params: ['Ada Obi'] }
  expect(JSON.stringify(serializeError(failed))).not.toContain('Ada')
  expect(serializeError('Failed query: select $1\nparams: Ada\nObi')?.message).toBe('Failed query: select $1')
})

it.each([
  [{ status: 500, owner: 'Ada' }, 'An object without a message (status, owner)'],
  [Object.create(null), 'An object without a message ()'],
  [new Error(''), 'No message'],
  ['mail to ada@x.example', 'mail to [address]'],
  [404, '404'],
])('describes %o, which has no message', (thrown, message) => {
  expect(serializeError(thrown)?.message).toBe(message)
})

it('leaves out an absent cause', () => {
  expect(serializeError(undefined)).toBeUndefined()
  expect(serializeError(new Error('x', { cause: null }))).not.toHaveProperty('cause')
})

it('W-26 a value with line breaks stays on the single line of its entry', () => {
  const written: string[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void written.push(line) })
  const name = 'ada\n{"level":60,"msg":"all is well"}\r\n\u2028\u001b[2J'
  log.info({ name }, `hello ${name}`)
  log.error({ err: new Error(name) }, name)
  expect(written).toHaveLength(2)
  for (const line of written) {
    expect(line.trimEnd()).not.toMatch(/[\n\r]/)
    expect(JSON.parse(line)).toMatchObject({ msg: expect.stringContaining('all is well') })
  }
})

it.each([
  [{ status: 200, isSlow: false }, 0.1, 0.09, true],
  [{ status: 200, isSlow: false }, 0.1, 0.1, false],
  [{ status: 304, isSlow: false }, 0, 0, false],
  [{ status: 200, isSlow: false }, 1, 0.999, true],
  [{ status: 200, isSlow: true }, 0, 0.5, true],
  [{ status: 400, isSlow: false }, 0, 0.5, true],
  [{ status: 503, isSlow: false }, 0, 0.5, true],
])('a request with %j has a line with a sample of %d and a chance of %d: %s', (request, sample, chance, expected) => {
  expect(isRequestLogged(request, sample, chance)).toBe(expected)
})
