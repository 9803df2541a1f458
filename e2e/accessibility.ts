// Checks a page with axe.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds nothing wrong on a page.
 * @param options.onlyColours checks only the rules about colours, for the second theme
 * @param options.exclude a selector of what is not checked
 */
export async function expectAccessible(
  page: Page,
  { onlyColours = false, exclude }: { onlyColours?: boolean; exclude?: string } = {},
): Promise<void> {
  // After a change of theme, colours are in transition for one frame, even with reduced motion. Spinners turn for ever.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // Otherwise axe loads itself into one more page, which it needs only for frames of other sites.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (onlyColours) builder.withRules(colourRules)
  else builder.withTags(standards)
  if (exclude) builder.exclude(exclude)
  const { violations } = await builder.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([])
}
