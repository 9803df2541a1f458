// Sends hostile requests to every endpoint in the contract over real connections, as each caller who may call it. Each gets a
// reply in time, never a 5xx, and refused requests write nothing.
import { api } from '@baobab/contract/api.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { errorCodes, ErrorReply, type ErrorCode } from '@baobab/contract/kernel/errors.ts'
import { adminRoles, isAllowed, type CallerRole } from '@baobab/contract/accounts/rules.ts'
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGuardian } from '../guardians.ts'
import { hashToken } from '../../src/platform/security/tokens.ts'
import { makeAnotherAdmin, makeStudent, type MadeAdmin } from '../factories.ts'
import { hostileRequests, type HostileRequest } from './hostile.ts'
import { createSender, type FuzzReply } from './send-request.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { endpointName, makeSamples, type Samples } from '../samples.ts'
import { snapshotDatabase } from '../snapshot-database.ts'
import { waitFor } from '../wait-for.ts'

type Options = {
  /** The same seed creates the same requests. */
  seed: number
  /** The number of requests per endpoint. */
  runs: number
}

const readOptions = ({ seed, runs }: Options): Options => ({
  seed: Number(process.env['FUZZ_SEED'] ?? seed),
  runs: Number(process.env['FUZZ_RUNS'] ?? runs),
})
const CONCURRENCY = 4
/** How often to retry when a change may come from a job that an accepted request had started. */
const TRIES = 5

type Case = { request: HostileRequest; caller: CallerRole | undefined }

let t: TestApp
let samples: Samples
let sender: ReturnType<typeof createSender>
const callers = ['student', 'guardian', ...adminRoles] as const satisfies readonly CallerRole[]
const tokens = new Map<CallerRole, string>()
const counts = { accepted: 0, sent: 0 }
/** The database snapshot after the last endpoint, kept because taking one takes longer than the requests. */
let last: Record<string, string> | undefined

/** Logs in everyone who was logged out, because an accepted request can end sessions, roles and accounts. */
async function renewTokens(): Promise<void> {
  const { rows } = await t.owner.query<{ token_hash: string }>(
    'select token_hash from sessions where expires_at > now() union all select token_hash from guardian_sessions',
  )
  const open = new Set(rows.map((row) => row.token_hash))
  for (const role of callers) {
    const token = tokens.get(role)
    if (token && open.has(hashToken(token))) continue
    last = undefined
    tokens.set(role, await logIn(role))
  }
}

/** Creates an account that is logged in. @returns its token */
async function logIn(role: CallerRole): Promise<string> {
  if (role === 'student') return (await makeStudent(t)).token
  if (role === 'guardian') return (await makeGuardian(t)).token
  return (await makeAnotherAdmin(t, await findOwner(), role)).token
}

/** Finds an owner who can invite others. */
async function findOwner(): Promise<MadeAdmin> {
  const { rows } = await t.owner.query<MadeAdmin>(`select id, username, email from admins where role = 'owner' limit 1`)
  return { id: '', username: '', email: '', ...rows[0], token: '' }
}

/** Creates the requests to an endpoint; the same seed gives the same requests. */
function makeCases(endpoint: Endpoint, { seed, runs }: Options): Case[] {
  const allowed = [undefined, ...callers].filter((caller) => isAllowed(endpoint.who, caller))
  const arbitrary = fc.record({ request: hostileRequests(endpoint, samples), caller: fc.constantFrom(...allowed) })
  const own = Array.from(endpointName(endpoint)).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed)
  return fc.sample(arbitrary, { numRuns: runs, seed: own })
}

/** Wording used by libraries and the database, and names of our files, which nobody should see. */
const internals =
  /node_modules|\.[tj]s:\d|select .* from|insert into|FST_|ZodError|Invalid input|Invalid (option|key|element|ISO)|Unrecognized/

function expectGoodReply({ status, type, body }: FuzzReply): void {
  expect(status).toBeLessThan(500)
  if (status < 400) return
  expect(type).toBe('application/json; charset=utf-8')
  const error = ErrorReply.strict().parse(JSON.parse(body))
  expect(errorCodes[error.code as ErrorCode]?.status).toBe(status)
  // A refusal may quote a name that was sent, but never reveal what the server is made of.
  expect(body).not.toMatch(internals)
}

/** Describes a request, so that it can be repeated by hand. */
function describeCase(endpoint: Endpoint, { request, caller }: Case, { seed, runs }: Options): string {
  const short = (text: string) => (text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} characters)` : text)
  const { path, headers, payload } = request
  return [
    `FUZZ_SEED=${seed} FUZZ_RUNS=${runs}, as ${caller ?? 'a visitor'}: ${endpoint.method} ${short(path)}`,
    JSON.stringify(headers),
    short(payload?.toString('latin1') ?? 'no body'),
  ].join('\n')
}

/** Sends requests and checks every reply. Returns the refused ones. */
async function sendCases(endpoint: Endpoint, cases: readonly Case[], options: Options): Promise<Case[]> {
  const refused: Case[] = []
  const waiting = [...cases]
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      try {
        const reply = await sender.send(endpoint.method, one.request, one.caller && tokens.get(one.caller))
        expectGoodReply(reply)
        if (reply.status >= 400) refused.push(one)
        else counts.accepted += 1
      } catch (error) {
        throw new Error(describeCase(endpoint, one, options), { cause: error })
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return refused
}

/** Waits until no job is running or due, because an accepted request to another endpoint may have started it. */
const waitForJobs = () =>
  waitFor(async () => {
    const { rows } = await t.owner.query(
      `select name from pgboss.job where state = 'active' or (state = 'created' and start_after <= now())`,
    )
    expect(rows).toEqual([])
  })

/**
 * Sends requests, then repeats the refused ones until all are refused and nothing changes. Gives up if something changes every
 * time. @returns the database before and after the last round
 */
async function sendUntilUnchanged(endpoint: Endpoint, cases: Case[], options: Options) {
  let [pending, tries] = [cases, 0]
  let before = last ?? (await snapshotDatabase(t))
  for (;;) {
    const refused = await sendCases(endpoint, pending, options)
    const after = await snapshotDatabase(t)
    last = after
    if (refused.length === pending.length) tries += 1
    if (tries === TRIES || (tries > 0 && isDeepStrictEqual(before, after))) return { before, after }
    await waitForJobs()
    ;[pending, before] = [refused, await snapshotDatabase(t)]
  }
}

const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
const named = api
  .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  .map((endpoint) => [endpointName(endpoint), endpoint] as const)

/** Defines the tests. FUZZ_SEED and FUZZ_RUNS replace the options. */
export function fuzzEndpoints(given: Options): void {
  const options = readOptions(given)
  describe(`hostile requests (FUZZ_SEED=${options.seed})`, () => {
    beforeAll(async () => {
      // More calls than an address may make in a minute.
      t = await startTestApp({ RATE_LIMIT_FACTOR: '0' })
      samples = await makeSamples(t)
      tokens.set('student', samples.tokens.student)
      tokens.set('guardian', samples.tokens.guardian)
      tokens.set('owner', samples.tokens.admin)
      await renewTokens()
      sender = createSender(await t.http.listen({ port: 0, host: '127.0.0.1' }), { concurrency: CONCURRENCY })
    })
    afterAll(async () => {
      sender.close()
      await t.close()
    })

    it.each(named)('get a proper reply from %s in time, and write nothing if refused', async (_, endpoint) => {
      await renewTokens()
      const ownKeys = Reflect.ownKeys(Object.prototype)
      const cases = makeCases(endpoint, options)
      const { before, after } = await sendUntilUnchanged(endpoint, cases, options)
      expect(after, `FUZZ_SEED=${options.seed} FUZZ_RUNS=${options.runs}`).toEqual(before)
      counts.sent += cases.length
      expect(Reflect.ownKeys(Object.prototype)).toEqual(ownKeys)
    })

    it('are also accepted where text may be strange', () => {
      expect(counts.accepted / counts.sent).toBeGreaterThan(0.02)
    })
  })
}
