// Many questions of payers about one payment are one question to the provider: a page that asks in a loop, or somebody
// who presses a button sixty times, has no more to learn than the first.
import type { App } from '../platform/app.ts'
import { askProvider, type ProviderCheck } from './ask-provider.ts'
import { paymentByReference, type PaymentRow } from './queries.ts'
import { isSettled } from './rules.ts'

/** For how long an answer is good enough for the next payer who asks. */
const FRESH_MS = 2_000

/** `at`: when it was answered; undefined while it is on its way. */
type Question = { answer: Promise<ProviderCheck>; at?: number }

/** By the payment's id, the oldest first. It lives with the process, because it saves calls and decides nothing. */
const asked = new WeakMap<App, Map<string, Question>>()

/**
 * Asks for a payer, or waits for whom was asked already, or answers again what was learnt within two seconds. The payment
 * is read anew then: a message may have moved it meanwhile.
 */
export async function askForPayer(app: App, payment: PaymentRow): Promise<ProviderCheck> {
  if (isSettled(payment)) return askProvider(app, payment, 'verify')
  const questions = asked.get(app) ?? new Map<string, Question>()
  asked.set(app, questions)
  forget(questions, app.clock.now().getTime())
  const known = questions.get(payment.id)
  if (!known) return ask(app, questions, payment)
  const answer = await known.answer
  return { ...answer, payment: (await paymentByReference(app.db, payment.reference)) ?? answer.payment }
}

async function ask(app: App, questions: Map<string, Question>, payment: PaymentRow): Promise<ProviderCheck> {
  const question: Question = { answer: askProvider(app, payment, 'verify') }
  questions.set(payment.id, question)
  const isKept = () => questions.get(payment.id) === question
  try {
    const answer = await question.answer
    if (answer.isAnswered) question.at = app.clock.now().getTime()
    else if (isKept()) questions.delete(payment.id)
    return answer
  } catch (error) {
    if (isKept()) questions.delete(payment.id)
    throw error
  }
}

/** What is no longer fresh goes; what is on its way ends by itself. So as many are held as were asked in two seconds. */
function forget(questions: Map<string, Question>, now: number): void {
  for (const [id, { at }] of questions) if (at !== undefined && Math.abs(now - at) >= FRESH_MS) questions.delete(id)
}
