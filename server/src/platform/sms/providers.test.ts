import { openSandbox, type Sandbox } from '@baobab/sandbox/sandbox.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/wait-for.ts'
import { openSmsProvider } from './open-sms.ts'
import { SmsRefusedError, type DeliveryReport, type ReportRequest, type SmsProvider } from './sms-provider.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'baobab-phones-'))
const sandbox: Sandbox = await openSandbox({
  dataDir,
  publicUrl: 'http://localhost:3000',
  drandSeed: Buffer.alloc(48, 'chain'),
})
const { phones } = sandbox
const providers: readonly SmsProvider[] = [openSmsProvider(phones.settings), openSmsProvider(phones.africasTalking)]

/** The reports that arrive, as the route gets them. */
const reports: (ReportRequest & { path: string })[] = []
phones.sendReportsTo(async ({ path, headers, body }) => {
  reports.push({ path, headers, body: Buffer.from(body) })
  return 200
})

afterEach(() => {
  phones.setFault()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const TO = '+2348031234567'
const TEXT = '123456 is your Baobab code.\n\n@baobab.example #123456'

/** Waits for the report about a message, which may arrive after those of earlier tests. */
async function findReport(messageId: string): Promise<ReportRequest> {
  return waitFor(async () => {
    const report = reports.find(({ body }) => body.includes(messageId))
    if (!report) throw new Error('No report has arrived.')
    return report
  })
}
const readReport = async (provider: SmsProvider, messageId: string): Promise<DeliveryReport | null | undefined> =>
  provider.readReport(await findReport(messageId))

describe.each(providers.map((provider) => [provider.name, provider] as const))('%s', (name, provider) => {
  it('delivers a message, and reports that it arrived', async () => {
    const { messageId } = await provider.send({ to: TO, text: TEXT })
    expect(phones.messages(TO)[0]).toMatchObject({ id: messageId, text: TEXT, company: name })
    expect(await readReport(provider, messageId)).toEqual({ messageId, state: 'delivered', reason: null })
  })

  it('reports why a message did not arrive', async () => {
    phones.setFault('undelivered')
    const { messageId } = await provider.send({ to: TO, text: TEXT })
    const reason = name === 'termii' ? 'Message Failed' : 'UserDoesNotExist'
    expect(await readReport(provider, messageId)).toEqual({ messageId, state: 'failed', reason })
  })

  it('refuses some messages for good, so that they are not tried again', async () => {
    phones.setFault('refuse')
    await expect(provider.send({ to: TO, text: TEXT })).rejects.toThrow(SmsRefusedError)
  })

  it.each(['away', 'no-reply'] as const)('can be tried again while it is %s', async (fault) => {
    phones.setFault(fault)
    const error: unknown = await provider.send({ to: TO, text: TEXT }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(SmsRefusedError)
  })

  it('names no key in an error', async () => {
    for (const fault of ['refuse', 'away', 'no-reply'] as const) {
      phones.setFault(fault)
      const error: unknown = await provider.send({ to: TO, text: TEXT }).catch((reason: unknown) => reason)
      expect(String(error)).not.toContain(phones.settings.apiKey)
      expect(String(error)).not.toContain(TO)
    }
  })

  it('ignores reports that say nothing final, or nothing at all', () => {
    const read = (body: string) => provider.readReport({ headers: {}, body: Buffer.from(body) })
    for (const body of ['', '{}', '[]', 'status=Sent&id=1', 'status=Success'])
      expect(read(body)).toBe(name === 'termii' ? undefined : null)
  })
})

it('an account with a wrong key gets no message sent, and may try again with the right one', async () => {
  const before = phones.messages().length
  for (const settings of [phones.settings, phones.africasTalking]) {
    const provider = openSmsProvider({ ...settings, apiKey: 'wrong' })
    const error: unknown = await provider.send({ to: TO, text: TEXT }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(SmsRefusedError)
  }
  expect(phones.messages()).toHaveLength(before)
})

it('S-07 a report of Termii counts only with the signature of its own bytes', async () => {
  const [termii] = providers
  if (!termii) throw new Error('There is no provider.')
  const report = await findReport((await termii.send({ to: TO, text: TEXT })).messageId)
  expect(termii.readReport(report)).toBeDefined()
  const other = Buffer.from(report.body.toString().replace('DELIVERED', 'delivered'))
  expect(termii.readReport({ ...report, body: other })).toBeUndefined()
  const signature = String(report.headers['x-termii-signature'])
  for (const wrong of [undefined, '', signature.slice(1), [signature], 'x'.repeat(128)])
    expect(termii.readReport({ body: report.body, headers: { 'x-termii-signature': wrong } })).toBeUndefined()
  expect(termii.readReport({ ...report, headers: { 'x-termii-signature': signature.toUpperCase() } })).toMatchObject({
    state: 'delivered',
  })
})

it('a report is sent again until it is accepted', async () => {
  let tries = 0
  const statuses: number[] = []
  phones.sendReportsTo(async () => {
    tries += 1
    statuses.push(tries < 2 ? 503 : 200)
    return tries < 2 ? 503 : 200
  })
  await providers[0]?.send({ to: TO, text: TEXT })
  await waitFor(async () => expect(statuses).toEqual([503, 200]))
})
