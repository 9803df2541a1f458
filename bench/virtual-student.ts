// One student of the storm: starts, answers every question, finishes. One reply in ten is lost, and the same answer is sent
// again.
import { createClient } from '@baobab/contract/kernel/client.ts'
import { answerQuestion, finishAttempt, startAttempt, type AnswerResult } from '@baobab/contract/quiz/endpoints.ts'
import { requestBytes, responseOf } from './calls.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { quiz, RIGHT, tokenOf, WRONG } from './seeded-ids.ts'

const LOST = 0.1
const RIGHT_SHARE = 0.7

export type Taken = { student: number; answered: number; right: number; lost: number }

/**
 * Runs a student against servers, choosing one at random for each request.
 * @throws at the first refusal or differing reply
 */
export async function takeQuiz(
  student: number,
  servers: readonly { url: string; pool: ConnectionPool }[],
): Promise<Taken> {
  /** Whether the next request is cut before the reply can arrive. */
  let cut = false
  const call = createClient({
    token: () => tokenOf(student),
    fetch: async (path, init) => {
      const server = servers[Math.floor(Math.random() * servers.length)]
      if (!server) throw new Error('No server.')
      const request = requestBytes(server.url + path, init)
      if (!cut) return responseOf(await server.pool.send(request))
      await server.pool.sendAndCut(request)
      return Response.json({})
    },
  })
  const taken: Taken = { student, answered: 0, right: 0, lost: 0 }
  const { questions } = await call(startAttempt, { params: quiz })
  for (const { _id } of questions) {
    const body = { triviaId: _id, answer: Math.random() < RIGHT_SHARE ? RIGHT : WRONG }
    const send = () => call(answerQuestion, { params: quiz, body })
    let earlier: AnswerResult | undefined
    if (Math.random() < LOST) {
      taken.lost += 1
      // In half of the losses the reply is lost; in the other half the request may not have arrived.
      cut = Math.random() < 0.5
      const reply = await send()
      if (!cut) earlier = reply
      cut = false
    }
    const result = await send()
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(result))
      throw new Error('The same answer got another reply.')
    if (result.correct !== (body.answer === RIGHT)) throw new Error('An answer was judged wrongly.')
    taken.answered += 1
    if (result.correct) taken.right += 1
  }
  const { score } = await call(finishAttempt, { params: quiz })
  if (score !== taken.right * 10)
    throw new Error(`The quiz ended with ${score} points for ${taken.right} right answers.`)
  return taken
}
