import { useEffect, useRef } from 'react'

/** What TypeScript's browser types lack: browsers on Android phones can read a code from a text message, if the student allows it. */
type TextedCode = { code?: string }
type TextedCodeRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

/** Passes on the code of a text message as soon as it arrives, in browsers that can read it. The message ends with our address. */
export function useTextedCode(isAwaited: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!isAwaited || !('OTPCredential' in window)) return undefined
    const leaving = new AbortController()
    const request: TextedCodeRequest = { otp: { transport: ['sms'] }, signal: leaving.signal }
    const read = async () => {
      const { code } = ((await navigator.credentials.get(request)) ?? {}) as TextedCode
      if (code) latest.current(code)
    }
    // The student may refuse, or leave the page. The code can still be typed.
    read().catch(() => undefined)
    return () => leaving.abort()
  }, [isAwaited])
}
