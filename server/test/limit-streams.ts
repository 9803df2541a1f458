import { createStreamLimits, type StreamLimits } from '../src/platform/http/event-streams.ts'

/** Returns event stream limits that no test reaches, except the given ones. */
export function limitStreams(limits: { streams?: number; streamsPerAddress?: number } = {}): StreamLimits {
  const none = { streams: Infinity, streamsPerAddress: Infinity, streamsPerAccount: Infinity }
  return createStreamLimits({ ...none, ...limits }, { count: () => undefined })
}
