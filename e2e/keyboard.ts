// What a person does with only the keyboard: see where the focus is, move to a control, and press it.
import { expect, type Page } from '@playwright/test'

/** The texts that identify the focused element for a person, and whether the browser shows the focus. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return { name: '', isShown: true }
    const labels = 'labels' in focused ? [...((focused.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const name =
      focused.getAttribute('aria-label') ?? ([...labels, focused].map((one) => one.innerText).join(' ') || '')
    // In a date field, the browser marks the focused part.
    const isShown = focused.matches(':focus-visible, [type="date"], [type="datetime-local"]')
    return { name: name.replaceAll(/\s+/g, ' ').trim(), isShown }
  })

/** Waits for a control with this name, and presses Tab until it has the focus, which the browser must show along the way. */
export async function tabTo(page: Page, name: RegExp, presses = 200): Promise<void> {
  const controls = page.getByRole('link', { name }).or(page.getByRole('button', { name })).or(page.getByLabel(name))
  await expect(controls.filter({ visible: true }).first()).toBeVisible()
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    const focus = await readFocus(page)
    expect(focus.isShown, focus.name).toBe(true)
    if (name.test(focus.name)) return
  }
  throw new Error(`Tab does not reach ${String(name)}.`)
}

/** Moves to a link or button, and presses it. */
export async function open(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
