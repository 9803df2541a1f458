// Students and an admin who constantly use the product. Everything the server acknowledges is written to a list on disk before the next
// request, and compared with the server after a fault.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { forgotPassword } from '@baobab/contract/accounts/endpoints.ts'
import * as leaderboard from '@baobab/contract/leaderboard/endpoints.ts'
import * as payments from '@baobab/contract/payments/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import { listAdminVideos, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { asAdmin, makeStudent, type Student } from '../people.ts'
import { root, type Product } from '../product.ts'

type Account = Pick<Student, 'email' | 'token'>
/** One reply in which the server promised something. */
export type Acknowledged =
  | { kind: 'account'; account: Account }
  | { kind: 'answer'; account: Account; videoTitle: string; result: quiz.AnswerResult }
  | { kind: 'payment'; account: Account; reference: string }
  | { kind: 'upload'; title: string }
  | { kind: 'mail'; email: string }

const ageCategory = '11-20'
const PAUSE_MS = 50
/** The server is unavailable, its disk is full, or an answer or payment is retried that was stored without a reply. */
const expectedStatuses: readonly number[] = [503, 507, 409]

export type Clients = {
  /** Returns the number of acknowledged replies so far. */
  count(): number
  /**
   * Stops the clients.
   * @returns the replies that broke a promise
   */
  stop(): Promise<string[]>
  /**
   * Compares what was acknowledged with what the server has.
   * @returns what is missing
   */
  compare(): Promise<string[]>
  /**
   * Waits for each acknowledged mail.
   * @returns those that did not arrive
   */
  compareMails(): Promise<string[]>
}

/**
 * Starts clients, each of which starts over as another student when done.
 * @param file the list of what was acknowledged
 */
export function startClients(product: Product, file: string, students: number): Clients {
  const list = openSync(file, 'a')
  const faults: string[] = []
  let count = 0
  let isStopping = false
  const acknowledge = (record: Acknowledged) => {
    writeSync(list, `${JSON.stringify(record)}\n`)
    fsyncSync(list)
    count += 1
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!isStopping) {
      await work().catch((error: unknown) => {
        const status = error instanceof ApiError ? error.status : 0
        if (status !== 0 && !expectedStatuses.includes(status)) faults.push(`a reply was ${status}: ${String(error)}`)
      })
      await delay(PAUSE_MS)
    }
  }
  const running = Array.from({ length: students }, (_, n) =>
    repeat(() => actAsStudent(product, { acknowledge, isStopping: () => isStopping, pays: n % 2 === 0 })),
  )
  running.push(repeat(() => upload(product, acknowledge)))
  return {
    count: () => count,
    async stop() {
      isStopping = true
      await Promise.all(running)
      closeSync(list)
      return faults
    },
    compare: () => compare(product, readAcknowledged(file)),
    compareMails: () => compareMails(product, readAcknowledged(file)),
  }
}

function readAcknowledged(file: string): Acknowledged[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Acknowledged)
}

type Acting = { acknowledge: (record: Acknowledged) => void; isStopping: () => boolean; pays: boolean }

/** Registers, requests a mail, pays, and answers every question for every video. */
async function actAsStudent(product: Product, { acknowledge, isStopping, pays }: Acting): Promise<void> {
  const { call, email, token } = await makeStudent(product.url)
  const account = { email, token }
  acknowledge({ kind: 'account', account })
  await call(forgotPassword, { body: { email } })
  acknowledge({ kind: 'mail', email })
  if (pays) {
    const { reference, authorizationUrl } = await call(payments.initializePayment, { body: { method: 'checkout' } })
    const form = new URLSearchParams({ do: 'arrive' })
    const paid = await fetch(authorizationUrl ?? '', { method: 'POST', body: form, redirect: 'manual' })
    // The sandbox writes to the disk, which may be full; then nothing was paid.
    if (paid.status >= 400) throw new Error('The provider took no money.')
    const { success } = await call(payments.verifyPayment, { body: { reference } })
    if (success) acknowledge({ kind: 'payment', account, reference })
  }
  for (const { title: videoTitle, access } of await call(listVideos, {})) {
    if (access !== 'free' || isStopping()) continue
    const params = { videoTitle, ageCategory } as const
    const attempt = await call(quiz.startAttempt, { params })
    for (const [index, question] of attempt.questions.entries()) {
      if (isStopping()) return
      const body = { triviaId: question._id, answer: question.options[index % 4] ?? '' }
      const result = await call(quiz.answerQuestion, { params, body })
      acknowledge({ kind: 'answer', account, videoTitle, result })
    }
  }
}

const video = readFileSync(join(root, 'server/test/fixtures/video.mp4'))

async function upload(product: Product, acknowledge: Acting['acknowledge']): Promise<void> {
  const { call } = await asAdmin(product.url)
  const title = `Video ${crypto.randomUUID()}`
  const form = new FormData()
  form.set('title', title)
  form.set('video', new Blob([video], { type: 'video/mp4' }), 'video.mp4')
  await call(uploadVideo, { body: form })
  acknowledge({ kind: 'upload', title })
}

/** Returns what the server has lost, or what differs from what it acknowledged. */
async function compare({ url }: Product, records: readonly Acknowledged[]): Promise<string[]> {
  const { call } = await asAdmin(url)
  const { videos } = await call(listAdminVideos, { query: { limit: 100 } })
  const titles = new Set(videos.map(({ title }) => title))
  const missing: string[] = []
  const scores = new Map<string, number>()
  for (const record of records) {
    const isThere = await hasKept(url, record, titles).catch(() => false)
    if (!isThere) missing.push(`not as acknowledged: ${JSON.stringify(record)}`)
    if (record.kind !== 'answer') continue
    const { token } = record.account
    scores.set(token, (scores.get(token) ?? 0) + record.result.points)
  }
  return [...missing, ...(await compareScores(url, scores))]
}

async function hasKept(url: string, record: Acknowledged, titles: ReadonlySet<string>): Promise<boolean> {
  if (record.kind === 'upload') return titles.has(record.title)
  if (record.kind === 'mail') return true
  const call = createClient({ baseUrl: url, token: () => record.account.token })
  if (record.kind !== 'answer') {
    const { isPaid } = await call(payments.listPayments, {})
    return isPaid || record.kind === 'account'
  }
  const { videoTitle, result } = record
  const body = { triviaId: result.triviaId, answer: result.answer }
  const again = await call(quiz.answerQuestion, { params: { videoTitle, ageCategory }, body })
  return isDeepStrictEqual(again, result)
}

/** At most one answer per student, which was in flight when the fault happened, may be stored without a reply. */
async function compareScores(url: string, scores: ReadonlyMap<string, number>): Promise<string[]> {
  const wrong: string[] = []
  for (const [token, acknowledged] of scores) {
    const { score } = await createClient({ baseUrl: url, token: () => token })(leaderboard.myRank, {
      query: { ageCategory },
    })
    if (score < acknowledged || score > acknowledged + 10) wrong.push(`${score} points, and ${acknowledged} were won`)
  }
  return wrong
}

const MAIL_SUBJECT = 'Choose a new Baobab password'
/** Long enough for several retries of a mail: the first comes after seconds, later ones at growing intervals. */
const MAILS_MS = 120_000

async function compareMails({ url }: Product, records: readonly Acknowledged[]): Promise<string[]> {
  const end = performance.now() + MAILS_MS
  let missing = records.flatMap((record) => (record.kind === 'mail' ? [record.email] : []))
  while (missing.length > 0 && performance.now() < end) {
    const mails = (await (await fetch(`${url}/sandbox/mailbox/messages`)).json()) as { to: string; subject: string }[]
    const arrived = new Set(mails.filter(({ subject }) => subject === MAIL_SUBJECT).map(({ to }) => to))
    missing = missing.filter((email) => !arrived.has(email))
    if (missing.length > 0) await delay(200)
  }
  return missing.map((email) => `no mail arrived at ${email}`)
}
