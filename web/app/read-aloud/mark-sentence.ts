import { prefersReducedMotion } from '../ui/reduced-motion.ts'

const NAME = 'read-aloud'

/** Scrolls to the sentence that is being read, and marks it in browsers that can do so without changing the page. */
export function markSentence(range: Range): void {
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
  const { top, bottom } = range.getBoundingClientRect()
  if (top >= 80 && bottom <= innerHeight - 120) return
  range.startContainer.parentElement?.scrollIntoView({
    block: 'center',
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}

export function unmarkSentence(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
}
