import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'

const Link = z.object({ token: z.string().min(1), email: z.string().min(1) })
export type ResetLink = z.infer<typeof Link>

/**
 * The token and email of a mailed link. They leave the address bar at once, so that nobody reads them over a shoulder
 * and no log or history keeps them; a reload finds them in the state of this history entry.
 */
export function useResetLink(): ResetLink | undefined {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => {
    const query = new URLSearchParams(search)
    const { data } = Link.safeParse({ token: query.get('token'), email: query.get('email') })
    return data ?? Link.safeParse(state).data
  })
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: link })
  }, [search, pathname, link, navigate])
  return link
}
