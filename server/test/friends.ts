// Students who become friends over HTTP, and play challenges.
import type { Caller } from '@baobab/contract/kernel/client.ts'
import * as contract from '@baobab/contract/friends/endpoints.ts'
import type { MadeStudent } from './factories.ts'

/**
 * Returns the calls that students make about friends.
 * @param as returns a client for a token: without sockets, or over real connections
 */
export function friendCalls(as: (token?: string) => Caller) {
  const list = (student: MadeStudent) => as(student.token)(contract.listFriends, {})
  const makeCode = async (student: MadeStudent) => (await as(student.token)(contract.makeFriendCode, {})).code
  const request = (student: MadeStudent, code: string) => as(student.token)(contract.requestFriend, { body: { code } })
  const agree = (student: MadeStudent, friendId: string) =>
    as(student.token)(contract.agreeToFriend, { params: { friendId } })
  const remove = (student: MadeStudent, friendId: string) =>
    as(student.token)(contract.removeFriend, { params: { friendId } })
  const challenge = (student: MadeStudent, friendId: string) =>
    as(student.token)(contract.challengeFriend, { params: { friendId } })
  const start = (student: MadeStudent, challengeId: string) =>
    as(student.token)(contract.startChallenge, { params: { challengeId } })
  const answer = (student: MadeStudent, challengeId: string, triviaId: string, option = 'right') =>
    as(student.token)(contract.answerChallenge, { params: { challengeId }, body: { triviaId, answer: option } })
  /** Makes two students friends. @returns the id of their friendship */
  const befriend = async (one: MadeStudent, other: MadeStudent): Promise<string> => {
    await request(one, await makeCode(other))
    const [received] = (await list(other)).requests.filter(({ username }) => username === one.username)
    await agree(other, received?._id ?? '')
    return received?._id ?? ''
  }
  /** Plays a student's turn with this number of right answers. */
  const play = async (student: MadeStudent, challengeId: string, right: number): Promise<void> => {
    const { questions } = await start(student, challengeId)
    for (const [n, { _id }] of questions.entries())
      await answer(student, challengeId, _id, n < right ? 'right' : 'wrong one')
  }
  return { list, makeCode, request, agree, remove, challenge, start, answer, befriend, play }
}
