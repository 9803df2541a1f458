import { useEffect, useRef } from 'react'

/** Pixels between the correct option and the bar. */
const GAP = 8

/**
 * Scrolls the correct option above the bar at the bottom once a question is answered, because the explanation makes the bar
 * higher and would cover it on a small phone. Returns the ref of the element around both.
 */
export function useCorrectOptionInView<E extends HTMLElement>(isAnswered: boolean) {
  const around = useRef<E>(null)
  useEffect(() => {
    if (!isAnswered) return
    const [option, bar] = ['.is-right', '.dock'].map((part) => around.current?.querySelector(part))
    if (!option || !bar) return
    const covered = option.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
    if (covered > 0) scrollBy({ top: covered + GAP })
  }, [isAnswered])
  return around
}
