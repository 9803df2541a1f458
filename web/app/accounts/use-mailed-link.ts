import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'

/**
 * Returns the parameters of a mailed link, or undefined where one is missing. They are removed from the address at once,
 * so that nobody reads a secret over a shoulder and no log or history stores it; after a reload they come from the state
 * of the history entry.
 */
export function useMailedLink<T>(schema: z.ZodType<T>): T | undefined {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => {
    const { data } = schema.safeParse(Object.fromEntries(new URLSearchParams(search)))
    return data ?? schema.safeParse(state).data
  })
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: link })
  }, [search, pathname, link, navigate])
  return link
}
