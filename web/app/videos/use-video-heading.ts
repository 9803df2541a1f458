import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/**
 * A video page differs from the list by its query alone, so it sees to its own arrival: the title of the window, and the
 * focus on the heading for those who came by a link. (A full load starts where the browser puts it.)
 */
export function useVideoHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const came = useNavigationType()

  useEffect(() => {
    if (came === 'PUSH') heading.current?.focus({ preventScroll: true })
  }, [came])

  useEffect(() => {
    const before = document.title
    const ours = `${title} | Baobab`
    document.title = ours
    return () => {
      // Another page has put its own title there already; the list has the same one as before.
      if (document.title === ours) document.title = before
    }
  }, [title])

  return heading
}
