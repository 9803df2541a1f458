// What a person does with only the keyboard: look where the focus is, go to a control, and press it.
import { expect, type Page } from '@playwright/test'

/** The texts by which a person finds what has the focus, and whether a browser shows that it does. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return { name: '', isShown: true }
    const labels = 'labels' in focused ? [...((focused.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const name =
      focused.getAttribute('aria-label') ?? ([...labels, focused].map((one) => one.innerText).join(' ') || '')
    // Of a date, the browser marks the part that has the focus.
    const isShown = focused.matches(':focus-visible, [type="date"], [type="datetime-local"]')
    return { name: name.replaceAll(/\s+/g, ' ').trim(), isShown }
  })

/** Waits for something with a name, and presses Tab until it has the focus, which the browser shows on the way. */
export async function tabTo(page: Page, name: RegExp, presses = 80): Promise<void> {
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

/** Goes to a link or button, and presses it. */
export async function open(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
