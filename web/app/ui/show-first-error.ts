// Finds a form's first error by what the page shows, so every kind of field and form is treated alike. Without React, because the public
// pages' script uses it too.

/**
 * Brings the first message of a form, in the order of the page, into view with its field and label, and focuses the field. A
 * message about the whole form counts only if no field has one. Returns whether anything is wrong.
 */
export function showFirstError(form: Element): boolean {
  const fieldMessage = findShown(form, '.err')[0]
  const message = fieldMessage ?? findShown(form, '.note[role=alert], [role=alert] .note').at(-1)
  if (!message) return false
  const control = (fieldMessage && findControl(form, fieldMessage)) ?? message
  for (let details = control.closest('details'); details; details = details.parentElement?.closest('details') ?? null)
    details.open = true
  if (control === message) message.tabIndex = -1
  // Without scrolling, because a browser would show only the field, or do nothing if the field already has the focus.
  control.focus({ preventScroll: true })
  const show = () => {
    // If they do not all fit on the screen, the last one matters most.
    for (const element of [message.parentElement, control, message]) element?.scrollIntoView({ block: 'nearest' })
    // Some browsers count what the keyboard of a phone covers as visible.
    const bottom = view && view.offsetTop + view.height
    if (bottom && message.getBoundingClientRect().bottom > bottom) message.parentElement?.scrollIntoView()
  }
  const view = globalThis.visualViewport
  show()
  // The focus opens the keyboard.
  view?.addEventListener('resize', show)
  setTimeout(() => view?.removeEventListener('resize', show), KEYBOARD_MS)
  return true
}

/** The time in which a keyboard opens, in milliseconds. */
const KEYBOARD_MS = 1_000

function findShown(form: Element, selector: string): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>(selector)].filter((element) => !element.closest('[hidden]'))
}

const FIELDS = 'input, select, textarea, button'

/** Returns the field that a message describes. In a group: the invalid field, or else the chosen one, or else the first. */
function findControl(form: Element, { id }: Element): HTMLElement | null {
  const described = id ? form.querySelector<HTMLElement>(`[aria-describedby~="${id}"]`) : null
  if (!described || described.matches(FIELDS)) return described
  const find = (selector: string) => described.querySelector<HTMLElement>(selector)
  return find('[aria-invalid=true]') ?? find('input:checked') ?? find(FIELDS)
}
