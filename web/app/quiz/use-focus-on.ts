import { useEffect, useRef } from 'react'

/** Moves the focus to an element when it appears and when `key` changes, so that a screen reader continues there. */
export function useFocusOn<E extends HTMLElement>(key: unknown) {
  const element = useRef<E>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [key])
  return element
}

/** Pixels between an option and the edge to which it is scrolled. */
const GAP = 12

/**
 * Scrolls the correct and the chosen option above the bar at the bottom once a question is answered, because the explanation
 * makes the bar higher and would cover them on a small phone. Where the text is too large for both, the upper one stays on
 * the screen. Returns the ref of the element around the options and the bar.
 */
export function useOutcomeInView<E extends HTMLElement>(isAnswered: boolean) {
  const around = useRef<E>(null)
  useEffect(() => {
    const bar = around.current?.querySelector('.dock')
    if (!isAnswered || !bar) return
    const options = [...(around.current?.querySelectorAll('.is-right, .is-wrong') ?? [])]
    const edges = options.map((option) => option.getBoundingClientRect())
    const covered = Math.max(...edges.map(({ bottom }) => bottom)) + GAP - bar.getBoundingClientRect().top
    const above = Math.min(...edges.map(({ top }) => top)) - GAP
    if (covered > 0) scrollBy({ top: Math.min(covered, above) })
  }, [isAnswered])
  return around
}
