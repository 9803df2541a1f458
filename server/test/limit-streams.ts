import { createStreamLimits, type StreamLimits } from '../src/platform/http/event-streams.ts'

/** Returns limits of event streams that no test reaches, except those that are given. */
export function limitStreams(limits: { streams?: number; streamsPerAddress?: number } = {}): StreamLimits {
  const none = { streams: Infinity, streamsPerAddress: Infinity, streamsPerAccount: Infinity }
  return createStreamLimits({ ...none, ...limits }, { count: () => undefined })
}
