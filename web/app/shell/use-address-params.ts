import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router'

type Change = (now: URLSearchParams) => URLSearchParams

/** The parameters requested last, from the page whose history entry has this key. */
let asked: { from: string; params: URLSearchParams } | undefined

/**
 * Reads the address's parameters, and returns a function that changes them. A change builds on the previous one even while that is still
 * loading its page: React Router passes each change the parameters currently shown, which would lose the previous one.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const { key } = useLocation()
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    if (asked?.from !== key) asked = undefined
  }, [key])
  const change = useCallback(
    (to: Change, options?: NavigateOptions) => {
      const next = to(new URLSearchParams(asked?.from === key ? asked.params : params))
      asked = { from: key, params: next }
      setParams(next, options)
    },
    [key, params, setParams],
  )
  return [params, change]
}
