import { useEffect, useState } from 'react'

type Support = { email: string | undefined; phone: string | undefined }

const NONE: Support = { email: undefined, phone: undefined }

/** How to reach the office, where it has set anything; by plain fetch, so that the public page stays light. */
export function useSupportContacts(): Support {
  const [support, setSupport] = useState(NONE)
  useEffect(() => {
    const leaving = new AbortController()
    read(leaving.signal).then(setSupport, () => undefined)
    return () => leaving.abort()
  }, [])
  return support
}

async function read(signal: AbortSignal): Promise<Support> {
  const reply = await fetch('/api/settings', { signal, headers: { accept: 'application/json' } })
  const body: unknown = reply.ok ? await reply.json() : undefined
  if (typeof body !== 'object' || body === null) return NONE
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    email: textOf('supportEmail' in body ? body.supportEmail : undefined),
    phone: textOf('supportPhone' in body ? body.supportPhone : undefined),
  }
}
