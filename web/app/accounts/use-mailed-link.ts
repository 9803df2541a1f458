import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

/**
 * Returns the parameters of a mailed link, or undefined if one is missing. Removes them from the address immediately,
 * so that the secret is neither visible on screen nor stored in a log or the history. After a reload, reads them from
 * the state of the history entry.
 */
export function useMailedLink<T>(schema: z.core.$ZodType<T>): T | undefined {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => {
    const { data } = z.safeParse(schema, Object.fromEntries(new URLSearchParams(search)))
    return data ?? z.safeParse(schema, state).data
  })
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: link })
  }, [search, pathname, link, navigate])
  return link
}
