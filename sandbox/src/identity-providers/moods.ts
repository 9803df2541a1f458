// How a provider's servers behave, for trying out failures

/** `wrong-…`, `no-nonce` and the rest of the second group are faults in the id token. */
export const moods = [
  'normal',
  'slow',
  'down',
  'cut',
  'html',
  'huge',
  'redirect',
  'wrong-audience',
  'wrong-issuer',
  'wrong-tenant',
  'wrong-nonce',
  'no-nonce',
  'wrong-key',
  'unsigned',
  'symmetric',
  'expired',
  'future',
] as const
export type Mood = (typeof moods)[number]

/** What each mood means, for the page that lists them. */
export const moodLabels: Record<Mood, string> = {
  normal: 'Works',
  slow: 'Never replies',
  down: 'Replies 503',
  cut: 'Closes the connection',
  html: 'Replies with a page',
  huge: 'Replies endlessly',
  redirect: 'Redirects elsewhere',
  'wrong-audience': 'Id token for another client',
  'wrong-issuer': 'Id token of another issuer',
  'wrong-tenant': 'Id token of another tenant than its issuer',
  'wrong-nonce': 'Id token with another nonce',
  'no-nonce': 'Id token without a nonce',
  'wrong-key': 'Id token signed with another key',
  unsigned: 'Id token without a signature',
  symmetric: 'Id token signed with the client secret',
  expired: 'Id token that has expired',
  future: 'Id token that is not valid yet',
}
