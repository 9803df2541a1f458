import { prefersReducedMotion } from '../ui/reduced-motion.ts'

const NAME = 'read-aloud'

/** Marks the sentence that is being read, where the browser can without changing the page, and scrolls to it. */
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
