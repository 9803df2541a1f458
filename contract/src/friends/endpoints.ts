// Friends: two students who both agreed. A friend's quiz as a challenge: the same questions for both, without points.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { AnswerForm, AnswerResult, optionPictures } from '../quiz/endpoints.ts'
import { findFriendCode } from './rules.ts'
import { friendsText } from './text.ts'

const group = 'Friends'
const closed = ['friends_too_young', 'friends_off'] as const

/** What students see of each other. The drawn picture is shown as on the leaderboard. */
const person = { username: z.string(), avatar: z.optional(field.avatar), ageCategory: field.ageCategory }

/** `whose`: who sent the request; the other student answers it. */
export const FriendRequest = z
  .object({ _id: z.string(), ...person, whose: z.enum(['mine', 'theirs']) })
  .meta({ id: 'FriendRequest' })
export type FriendRequest = z.infer<typeof FriendRequest>

export const Friend = z
  .object({
    _id: z.string(),
    ...person,
    pointsThisMonth: z.number().int(),
    streakDays: z.number().int(),
    /** Why the friend cannot be challenged now; null if they can. */
    challengeRefusal: z
      .enum(['other_group', 'no_shared_quiz', 'too_many_challenges', 'too_many_challenges_today'])
      .nullable(),
  })
  .meta({ id: 'Friend' })
export type Friend = z.infer<typeof Friend>

export const Challenge = z
  .object({
    _id: z.string(),
    friendId: z.string(),
    username: z.string(),
    videoTitle: z.string(),
    /** Who made it. */
    whose: z.enum(['mine', 'theirs']),
    questionCount: z.number().int(),
    /** The time for all questions. */
    seconds: z.number().int(),
    expiresAt: field.instant,
    /** `open`: not played; `playing`: the clock runs; `waiting`: the friend has not played; `over`: both have played. */
    state: z.enum(['open', 'playing', 'waiting', 'over']),
    /** Null until the caller has played. */
    mine: z.number().int().nullable(),
    /** Null until both have played. */
    theirs: z.number().int().nullable(),
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof Challenge>

export const listFriends = endpoint({
  group,
  method: 'GET',
  path: '/api/friends',
  who: 'student',
  summary: "The caller's code, friends, requests and challenges",
  reply: z.object({
    /** Null until the caller asks for one. */
    code: z.string().nullable(),
    friends: z.array(Friend),
    requests: z.array(FriendRequest),
    /** Newest first. */
    challenges: z.array(Challenge),
  }),
  fails: closed,
})

export const makeFriendCode = endpoint({
  group,
  method: 'POST',
  path: '/api/friends/code',
  who: 'student',
  summary: 'Makes the code by which others find the caller. The former one stops working',
  reply: z.object({ message: z.string(), code: z.string() }),
  fails: [...closed],
})

/** The code as the other student typed, pasted or scanned it. */
const code = z.pipe(
  z.pipe(
    z.string(friendsText.codeMissing).max(500, friendsText.codeMissing),
    z.transform((text) => findFriendCode(text) ?? ''),
  ),
  z.string().min(1, friendsText.codeMissing),
)

export const requestFriend = endpoint({
  group,
  method: 'POST',
  path: '/api/friends',
  who: 'student',
  summary:
    'Asks the student with a code to be a friend; safe to repeat. If that student has asked the caller, both are friends at once',
  body: z.strictObject({ code }),
  reply: z.object({ message: z.string(), areFriends: z.boolean() }),
  fails: [
    ...closed,
    'friend_code_unknown',
    'friend_code_own',
    'too_many_friends',
    'friend_is_full',
    'too_many_friend_requests',
  ],
})

const friendParams = z.object({ friendId: field.id })

export const agreeToFriend = endpoint({
  group,
  method: 'POST',
  path: '/api/friends/:friendId/agree',
  who: 'student',
  summary: 'Says yes to a request; safe to repeat',
  params: friendParams,
  reply: z.object({ message: z.string() }),
  fails: [...closed, 'friend_not_found', 'too_many_friends', 'friend_is_full'],
})

export const removeFriend = endpoint({
  group,
  method: 'DELETE',
  path: '/api/friends/:friendId',
  who: 'student',
  summary: 'Removes a friend with all challenges, says no to a request, or takes back the caller’s own',
  params: friendParams,
  reply: z.object({ message: z.string() }),
  fails: [...closed, 'friend_not_found'],
})

export const challengeFriend = endpoint({
  group,
  method: 'POST',
  path: '/api/friends/:friendId/challenges',
  who: 'student',
  summary: 'Challenges a friend to five questions of a quiz that both have done for points',
  params: friendParams,
  status: 201,
  reply: z.object({ message: z.string(), challengeId: z.string() }),
  fails: [
    ...closed,
    'friend_not_found',
    'not_yet_friends',
    'other_group',
    'no_shared_quiz',
    'too_many_challenges',
    'too_many_challenges_today',
  ],
})

/** A student's turn in a challenge: the quiz page shows it like an attempt. */
export const ChallengeTurn = z
  .object({
    _id: z.string(),
    username: z.string(),
    videoTitle: z.string(),
    ageCategory: field.ageCategory,
    startedAt: field.instant,
    seconds: z.number().int(),
    deadline: field.instant,
    serverNow: field.instant,
    questions: z.array(
      z.object({ _id: z.string(), question: z.string(), options: z.array(z.string()), pictures: optionPictures }),
    ),
    answers: z.array(AnswerResult.omit({ message: true, points: true })),
  })
  .meta({ id: 'ChallengeTurn' })
export type ChallengeTurn = z.infer<typeof ChallengeTurn>

const challengeParams = z.object({ challengeId: field.id })

export const startChallenge = endpoint({
  group,
  method: 'POST',
  path: '/api/friend-challenges/:challengeId/start',
  who: 'student',
  summary: "Starts the caller's turn, or returns the running one with its answers. It gives no points",
  params: challengeParams,
  reply: ChallengeTurn,
  fails: [...closed, 'challenge_not_found', 'video_not_found', 'payment_needed', 'maintenance'],
})

export const answerChallenge = endpoint({
  group,
  method: 'POST',
  path: '/api/friend-challenges/:challengeId/answer',
  who: 'student',
  summary: 'Judges an answer in a running turn. The same answer again gets the same reply',
  params: challengeParams,
  body: AnswerForm,
  reply: AnswerResult.omit({ points: true }),
  fails: [...closed, 'challenge_not_found', 'question_not_found', 'already_answered', 'time_is_up'],
})
