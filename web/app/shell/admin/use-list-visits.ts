import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { findList, loadVisits, recordEntry, storeVisits } from './list-visits.ts'

/** Marks a navigation that returns to a list as it was left. */
export const asLeft = { asLeft: true } as const

export const isAsLeft = (state: unknown): boolean => typeof state === 'object' && state !== null && 'asLeft' in state

/** Records where the admin is in each list, and scrolls a list to where it was left when the admin returns. */
export function useListVisits(username: string): void {
  const location = useLocation()
  const type = useNavigationType()
  const { pathname, search, state, key } = location
  const list = findList(location)
  const present = useRef<string>(undefined)
  useLayoutEffect(() => {
    recordEntry({ pathname, search })
    const visits = loadVisits(username)
    const before = list === undefined ? undefined : visits[list]
    const isSame = before?.pathname === pathname && before.search === search
    // A document's first entry has this key if its address was typed or followed from elsewhere.
    const isBack = (type === 'POP' && key !== 'default') || isAsLeft(state)
    const isReturn = isSame && isBack && present.current !== list
    present.current = list
    if (list === undefined) return undefined
    const scrollY = isSame ? before.scrollY : window.scrollY
    visits[list] = { pathname, search, state, scrollY }
    storeVisits()
    return isReturn ? scrollWhenTallEnough(scrollY) : undefined
  }, [username, list, pathname, search, state, key, type])

  useEffect(() => {
    const record = () => {
      const visit = present.current === undefined ? undefined : loadVisits(username)[present.current]
      if (visit && !isScrolling) visit.scrollY = window.scrollY
    }
    addEventListener('scroll', record, { passive: true })
    addEventListener('pagehide', storeVisits)
    return () => {
      removeEventListener('scroll', record)
      removeEventListener('pagehide', storeVisits)
    }
  }, [username])
}

/** Whether a list will be scrolled once its rows have loaded; until then the scroll position is not the admin's. */
let isScrolling = false

const GIVE_UP_MS = 10_000

/**
 * Scrolls once the rows make the page tall enough, unless the admin does something first.
 * @returns a function that stops waiting
 */
function scrollWhenTallEnough(top: number): () => void {
  isScrolling = true
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return
    window.scrollTo(0, top)
    stop()
  })
  const timer = setTimeout(stop, GIVE_UP_MS)
  const acts = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  function stop() {
    isScrolling = false
    clearTimeout(timer)
    observer.disconnect()
    for (const act of acts) removeEventListener(act, stop)
  }
  for (const act of acts) addEventListener(act, stop, { passive: true })
  observer.observe(document.body)
  return stop
}
