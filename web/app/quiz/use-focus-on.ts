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

/** Pixels between an option and the edge that it is scrolled to. */
const GAP = 12

/**
 * Once a question is answered, scrolls the correct and the chosen option above the bottom bar: the explanation makes the bar taller, so it
 * would cover them on a small phone. If large text leaves no room for both, the upper one stays on screen. Returns the ref for the element
 * around the options and the bar.
 * @param layout a value that changes when something has moved the options, such as buttons that are loaded late
 */
export function useOutcomeInView<E extends HTMLElement>(isAnswered: boolean, layout: unknown) {
  const around = useRef<E>(null)
  useEffect(() => {
    const bar = around.current?.querySelector('.dock')
    if (!isAnswered || !bar) return
    const options = [...(around.current?.querySelectorAll('.is-right, .is-wrong') ?? [])]
    const edges = options.map((option) => option.getBoundingClientRect())
    const covered = Math.max(...edges.map(({ bottom }) => bottom)) + GAP - bar.getBoundingClientRect().top
    const above = Math.min(...edges.map(({ top }) => top)) - GAP
    if (covered > 0) scrollBy({ top: Math.min(covered, above) })
  }, [isAnswered, layout])
  return around
}
