// Simulates the companies that send text messages, and the phones on which they arrive. Speaks the protocols of Termii and of Africa's
// Talking on a free loopback port.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { SandboxLog } from '../log.ts'
import type { PhoneFault } from './faults.ts'
import { answerAccepted, answerRefused, readRequest, type Keys } from './read-request.ts'
import { postTo, writeReport, type ReportTarget } from './reports.ts'
import { phoneRoutes } from './routes.ts'
import { openStore, type Store, type TextMessage } from './store.ts'

const MAX_BODY_BYTES = 64 * 1_024
/** A report that was not accepted is sent again after these waits. */
const RETRY_MS = [200, 1_000, 5_000]

type TermiiSettings = { name: 'termii'; apiUrl: string; apiKey: string; secretKey: string; sender: string }
type AfricasTalkingSettings = {
  name: 'africas-talking'
  apiUrl: string
  username: string
  apiKey: string
  sender: string | undefined
}

export type Phones = {
  /** The product's settings for Termii's protocol. */
  settings: TermiiSettings
  /** The product's settings for Africa's Talking's protocol. */
  africasTalking: AfricasTalkingSettings
  /** The secret in the URL of Africa's Talking's reports. */
  reportSecret: string
  /** The messages to a number in E.164, or to all, newest first. */
  messages(to?: string): TextMessage[]
  /** Makes the companies fail; without a fault they work again. */
  setFault(fault?: PhoneFault): void
  /** Sets where delivery reports go: the URL that the company's name is added to, or a function. Until then, none are sent. */
  sendReportsTo(target: string | ReportTarget): void
  /** Sends the report about a message again. @returns the status of the reply */
  reportAgain(id: string): Promise<number>
  routes: FastifyPluginAsync
  close(): Promise<void>
}

type Opening = { folder: string; now: () => Date; log: SandboxLog }
type Answer = { status: number; body: unknown } | 'lost'

/** Opens the companies' API and the store of messages. */
export async function openPhones({ folder, now, log }: Opening): Promise<Phones> {
  const store = await openStore({ folder, log })
  const keys: Keys = { apiKey: randomBytes(24).toString('hex'), username: 'baobab' }
  const secrets = { termiiSecret: randomBytes(24).toString('hex'), reportSecret: randomBytes(24).toString('hex') }
  const closing = new AbortController()
  let fault: PhoneFault | undefined
  let target: ReportTarget | undefined

  const report = async (message: TextMessage): Promise<number> =>
    target ? await target(writeReport(message, secrets)).catch(() => 0) : 0

  async function deliver(message: TextMessage, state: 'delivered' | 'failed', times: number): Promise<void> {
    await store.setState(message.id, state)
    for (let time = 0; time < times; time += 1) {
      for (const wait of [0, ...RETRY_MS]) {
        await delay(wait, undefined, { signal: closing.signal })
        if ((await report({ ...message, state })) === 200) break
      }
    }
  }

  async function accept(sent: Pick<TextMessage, 'to' | 'from' | 'text' | 'company'>): Promise<Answer> {
    const current = fault
    if (current === 'away') return { status: 503, body: 'Service unavailable' }
    if (current === 'refuse') return answerRefused(sent.company, sent.to)
    const message = await store.add({ ...sent, at: now().toISOString(), state: 'sent' })
    // In the background, as the companies do. Ends when the sandbox closes.
    deliver(message, current === 'undelivered' ? 'failed' : 'delivered', current === 'twice' ? 2 : 1).catch(
      () => undefined,
    )
    return current === 'no-reply' ? 'lost' : answerAccepted(message)
  }

  const server = await listen(async (request) => {
    const read = readRequest({ url: request.url ?? '', headers: request.headers, body: await readBody(request), keys })
    return 'message' in read ? accept(read.message) : read
  })
  const apiUrl = server.origin
  return {
    settings: { name: 'termii', apiUrl, apiKey: keys.apiKey, secretKey: secrets.termiiSecret, sender: 'Baobab' },
    africasTalking: {
      name: 'africas-talking',
      apiUrl,
      username: keys.username,
      apiKey: keys.apiKey,
      sender: undefined,
    },
    reportSecret: secrets.reportSecret,
    messages: (to) => store.list(to),
    setFault(next) {
      fault = next
    },
    sendReportsTo(next) {
      target = typeof next === 'string' ? postTo(next) : next
    },
    reportAgain: (id) => reportStored(store, id, report),
    routes: phoneRoutes({
      list: (to) => store.list(to),
      readFault: () => fault,
      setFault: (next) => {
        fault = next
      },
    }),
    async close() {
      closing.abort()
      await server.close()
    },
  }
}

async function reportStored(
  store: Store,
  id: string,
  report: (message: TextMessage) => Promise<number>,
): Promise<number> {
  const message = store.list().find((one) => one.id === id)
  return message ? report(message) : 0
}

async function listen(answer: (request: IncomingMessage) => Promise<Answer>) {
  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The SMS companies of the sandbox have no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > MAX_BODY_BYTES) throw new Error('the body is too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'lost') {
    response.destroy()
    return
  }
  const { status, body } = answer
  if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
