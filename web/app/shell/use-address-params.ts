import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router'

type Change = (now: URLSearchParams) => URLSearchParams

/** The parameters that were asked for last, from the page whose entry in the history has this key. */
let asked: { from: string; params: URLSearchParams } | undefined

/**
 * Reads the parameters of the address, and returns a function that changes them. A change builds on the one before it, also while
 * that one is still loading its page: React Router gives each change the parameters that are shown, and so the earlier is lost.
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
