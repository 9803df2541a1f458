// In a file of its own, so that the quiz starts before it is loaded (result-extras.tsx).
export { EarnedBadges } from '../awards/earned-badges.tsx'
export { PushOffer } from '../notifications/push/push-offer.tsx'
export { ShareResult } from './share-result.tsx'
