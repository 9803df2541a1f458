// Starts the server process like main.mjs. It kills itself when it reaches the point named in the file CRASH_AT: "<work>
// <moment>", such as "payment before commit". The file may be written while the server is running.
import { readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import '../src/platform/resolve-drizzle-once.ts'
import { createClock } from '../src/platform/clock.ts'

const { runServer } = await import('../src/run-server.ts')

/** The statement each kind of work writes with. An answer's statement is a transaction by itself. */
const statements = {
  answer: /^\s*with attempt as/,
  payment: /^insert into "payment_events"/,
  upload: /^insert into "videos"/,
  account: /^insert into "students"/,
}

/** Ends the process at once if it is at this point, as the kernel does when memory runs out. */
function crashAt(point: string): void {
  let wanted: string
  try {
    wanted = readFileSync(process.env['CRASH_AT'] ?? '', 'utf8')
  } catch {
    return
  }
  if (wanted === point) process.kill(process.pid, 'SIGKILL')
}

type Query = (this: pg.Client, ...values: unknown[]) => unknown

/** What a connection's open transaction has written. */
const written = new WeakMap<pg.Client, string>()

/** Names the work a statement belongs to; a commit belongs to what its transaction has written. */
function nameStatement(client: pg.Client, statement: unknown): string | undefined {
  const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'))
  const work = Object.entries(statements).find(([, pattern]) => pattern.test(text))?.[0]
  if (work !== undefined) written.set(client, work)
  if (work !== undefined || !/^commit\b/i.test(text)) return work
  const committed = written.get(client)
  written.delete(client)
  return committed === undefined ? undefined : `${committed} commit`
}

const query = Reflect.get(pg.Client.prototype, 'query') as Query
pg.Client.prototype.query = function crashing(this: pg.Client, ...values: unknown[]) {
  const name = nameStatement(this, values[0])
  if (name === undefined) return query.apply(this, values)
  crashAt(`${name} before`)
  const callback = values.at(-1)
  const calledBack = typeof callback === 'function'
  if (calledBack)
    values[values.length - 1] = (...results: unknown[]) => {
      crashAt(`${name} after`)
      ;(callback as (...values: unknown[]) => void)(...results)
    }
  const reply = query.apply(this, values)
  crashAt(`${name} sent`)
  return calledBack || !(reply instanceof Promise)
    ? reply
    : reply.then((result: unknown) => {
        crashAt(`${name} after`)
        return result
      })
} as typeof pg.Client.prototype.query

const { rename } = fs
fs.rename = async (from, to) => {
  if (String(to).includes('/videos/')) crashAt('upload rename before')
  await rename(from, to)
  if (String(to).includes('/videos/')) crashAt('upload rename after')
}
syncBuiltinESMExports()

const end = Reflect.get(ServerResponse.prototype, 'end') as (
  this: ServerResponse,
  ...values: unknown[]
) => ServerResponse
ServerResponse.prototype.end = function crashing(this: ServerResponse, ...values: unknown[]) {
  if (this.req.url?.endsWith('/answer')) this.once('finish', () => crashAt('answer replied'))
  return end.apply(this, values)
} as typeof ServerResponse.prototype.end

runServer({ settings: process.env, clock: createClock() })
