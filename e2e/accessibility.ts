// Checks a page with axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { default as Axe, RunOptions } from 'axe-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose outcome depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The minified program, because a page needs only half the time to read it. */
const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into the page, unless it is already there. */
async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(program)
}

type Checked = {
  /** Checks only the colour rules, for the second theme. */
  onlyColours?: boolean
  /** A selector for the elements that are not checked. */
  exclude?: string
}

/** Expects axe to find nothing wrong on a page. */
export async function expectAccessible(page: Page, checked: Checked = {}): Promise<void> {
  expect(await findViolations(page, checked)).toEqual([])
}

/**
 * Returns what axe finds wrong on a page: each rule with the elements that violate it. Repeats a failed check, because a control
 * that is changing, such as a button that is being enabled again, has less contrast for some frames.
 */
export async function findViolations(page: Page, { onlyColours = false, exclude }: Checked = {}): Promise<string[]> {
  const context = { include: ['html'], exclude: exclude === undefined ? [] : [exclude] }
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: onlyColours ? { type: 'rule', values: colourRules } : { type: 'tag', values: standards },
  }
  await load(page)
  const look = async () => {
    await waitForAnimations(page)
    return page.evaluate(
      async ([where, how]) => {
        const { axe } = window as unknown as { axe: typeof Axe }
        const { violations } = await axe.run(where, how)
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
      },
      [context, options] as const,
    )
  }
  return (await look()).length === 0 ? [] : look()
}

/** Waits until animations have ended. Even with reduced motion, a change of colour takes a frame. Skips endless spinners. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
