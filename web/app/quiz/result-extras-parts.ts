// A separate file, so that the quiz starts without it (result-extras.tsx).
export { EarnedBadges } from '../awards/earned-badges.tsx'
export { PushOffer } from '../notifications/push/push-offer.tsx'
export { ShareResult } from './share-result.tsx'
