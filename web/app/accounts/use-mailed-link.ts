import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

export type MailedLink<Name extends string> = Record<Name, string>

/**
 * Returns the named parameters of a mailed link, or undefined if one is missing. Parameters added by mail services are ignored. Immediately
 * removes all of them from the address, so that the secret is not visible on screen or stored in a log or the history. After a reload,
 * reads them from the state of the history entry.
 */
export function useMailedLink<Name extends string>(names: readonly Name[]): MailedLink<Name> | undefined {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => {
    const parameters = Object.fromEntries(new URLSearchParams(search))
    return pickTexts(parameters, names) ?? pickTexts(state, names)
  })
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: link })
  }, [search, pathname, link, navigate])
  return link
}

/** Returns the named strings of a value of unknown shape; undefined if one is missing or empty. */
function pickTexts<Name extends string>(value: unknown, names: readonly Name[]): Record<Name, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value).filter(([name, text]) => names.some((one) => one === name) && text !== '')
  const isWhole = entries.length === names.length && entries.every(([, text]) => typeof text === 'string')
  return isWhole ? (Object.fromEntries(entries) as Record<Name, string>) : undefined
}
