// Messages of this feature's endpoints, and its notifications. All other sentences of a page are in web/app.
import type { ErrorCodes } from '../kernel/text.ts'
import { CHALLENGES_A_DAY, CHALLENGES_MAX, FRIENDS_AGE_MIN, FRIENDS_MAX, REQUESTS_MAX } from './rules.ts'

export const friendsText = {
  friendsFailed: 'Failed to load your friends.',
  tooYoung: `Friends are for ${FRIENDS_AGE_MIN} and up. See you when you are ${FRIENDS_AGE_MIN}!`,
  off: 'Friends are switched off for your account.',
  codeMissing: 'Type the eight letters and numbers of the code.',
  codeUnknown: 'We cannot find this code. Check it with your friend.',
  codeOwn: 'This is your own code. Ask your friend for theirs.',
  codeMade: 'Here is your code.',
  tooManyCodes: 'That was a lot of codes. Please wait a while.',
  requestSent: (username: string) => `Sent! Now ${username} has to say yes.`,
  nowFriends: (username: string) => `You and ${username} are friends now.`,
  removed: 'Done.',
  notFound: 'This friend is no longer in your list.',
  tooManyFriends: `You have ${FRIENDS_MAX} friends. Remove one first.`,
  friendIsFull: 'Your friend has no room for more friends right now.',
  tooManyRequests: `You have ${REQUESTS_MAX} open requests. Wait for an answer, or answer one.`,
  notYetFriends: 'You are not friends yet.',
  otherGroup: 'You can only play with friends in your age group.',
  noSharedQuiz: 'First you both have to take the quiz for the same video.',
  tooManyChallenges: `You have ${CHALLENGES_MAX} games with this friend. Finish one first.`,
  tooManyChallengesToday: `That was ${CHALLENGES_A_DAY} games with this friend today. Play again tomorrow.`,
  challengeMade: 'Ready! Answer the questions.',
  challengeNotFound: 'This game is over.',
} as const

export const friendsErrors = {
  friends_too_young: { status: 403, message: friendsText.tooYoung },
  friends_off: { status: 403, message: friendsText.off },
  friend_code_unknown: { status: 404, message: friendsText.codeUnknown },
  friend_code_own: { status: 409, message: friendsText.codeOwn },
  friend_not_found: { status: 404, message: friendsText.notFound },
  too_many_friends: { status: 409, message: friendsText.tooManyFriends },
  friend_is_full: { status: 409, message: friendsText.friendIsFull },
  too_many_friend_requests: { status: 409, message: friendsText.tooManyRequests },
  not_yet_friends: { status: 409, message: friendsText.notYetFriends },
  other_group: { status: 409, message: friendsText.otherGroup },
  no_shared_quiz: { status: 409, message: friendsText.noSharedQuiz },
  too_many_challenges: { status: 409, message: friendsText.tooManyChallenges },
  too_many_challenges_today: { status: 409, message: friendsText.tooManyChallengesToday },
  challenge_not_found: { status: 404, message: friendsText.challengeNotFound },
} as const satisfies ErrorCodes

/** Notifications about a friend. They name nobody, because they stay when the friend’s account is deleted. */
export const friendNotifications = {
  request: {
    title: 'A friend request',
    description: 'Somebody wants to be your friend. Open Friends and say yes or no.',
  },
  agreed: { title: 'You have a new friend', description: 'Your friend said yes. Open Friends and play together.' },
  challenge: {
    title: 'A friend wants to play',
    description: 'A short quiz about a story you both know. Open Friends to play.',
  },
  result: { title: 'Your game is over', description: 'You have both played. Open Friends and see who got more.' },
} as const

const titles: readonly string[] = Object.values(friendNotifications).map(({ title }) => title)

/** Whether a notification is one of these, so that it leads to the friends page. */
export const isAboutFriends = ({ title }: { title: string }): boolean => titles.includes(title)

/** The result of a challenge. */
export function resultSentence({ mine, friend, theirs }: { mine: number; friend: string; theirs: number }): string {
  return `You got ${mine}, ${friend} got ${theirs}.`
}
