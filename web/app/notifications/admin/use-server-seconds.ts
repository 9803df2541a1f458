import { useEffect, useState } from 'react'

/**
 * Returns the whole seconds until an instant by the server's clock, never below 0, each second anew. The device's clock only
 * measures the time since the reply, so it may be wrong.
 * @param at the instant, and the server's time in the reply that named it, in ISO 8601
 * @param receivedAt when the reply arrived, by the device's clock, in milliseconds
 */
export function useServerSeconds({ at, now }: { at: string; now: string }, receivedAt: number): number {
  const [deviceNow, setDeviceNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setDeviceNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const sinceReply = Math.max(0, deviceNow - receivedAt)
  return Math.max(0, Math.ceil((Date.parse(at) - Date.parse(now) - sinceReply) / 1_000))
}
