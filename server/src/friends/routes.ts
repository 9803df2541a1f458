import * as contract from '@baobab/contract/friends/endpoints.ts'
import { friendsText } from '@baobab/contract/friends/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { challengeFriend } from './challenge-friend.ts'
import { listFriends } from './list-friends.ts'
import { makeFriendCode } from './make-code.ts'
import { answerChallenge, startChallenge } from './play-challenge.ts'
import { agreeToFriend, removeFriend, requestFriend } from './request-friend.ts'

export function addFriendRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listFriends, ({ who }) => listFriends(app, who))
  route(context, contract.makeFriendCode, async ({ who }) => ({
    message: friendsText.codeMade,
    code: await makeFriendCode(app, who),
  }))
  route(context, contract.requestFriend, ({ who, body }) => requestFriend(app, who, body.code))
  route(context, contract.agreeToFriend, async ({ who, params }) => ({
    message: await agreeToFriend(app, who, params.friendId),
  }))
  route(context, contract.removeFriend, async ({ who, params }) => {
    await removeFriend(app, who, params.friendId)
    return { message: friendsText.removed }
  })
  route(context, contract.challengeFriend, async ({ who, params }) => ({
    message: friendsText.challengeMade,
    challengeId: await challengeFriend(app, who, params.friendId),
  }))
  route(context, contract.startChallenge, ({ who, params }) => startChallenge(app, who, params.challengeId))
  route(context, contract.answerChallenge, ({ who, params, body }) => answerChallenge(app, who, { ...params, ...body }))
}
