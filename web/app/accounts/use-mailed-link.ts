import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'

/**
 * What a mailed link carries. It leaves the address bar at once, so that nobody reads it over a shoulder and no log or
 * history keeps it; a reload finds it in the state of this history entry.
 */
export function useMailedLink<T>(Link: z.ZodType<T>): T | undefined {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => {
    const { data } = Link.safeParse(Object.fromEntries(new URLSearchParams(search)))
    return data ?? Link.safeParse(state).data
  })
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: link })
  }, [search, pathname, link, navigate])
  return link
}
