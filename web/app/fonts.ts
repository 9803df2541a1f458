import onest from './styles/fonts/onest-latin.woff2?no-inline'
import ojuju from './styles/fonts/ojuju-latin.woff2?no-inline'
import adire from './styles/patterns/adire.svg?no-inline'

const preloadFont = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

/** Preloads the fonts that every page needs. On phones no heading uses the display font. */
export const fontLinks = [preloadFont(onest), { ...preloadFont(ojuju), media: '(min-width: 640px)' }]

/** Preloads what a page with a large title on cloth shows first, on phones too: the display font and the pattern. */
export const heroLinks = [
  preloadFont(ojuju),
  { rel: 'preload', as: 'image', type: 'image/svg+xml', href: adire, fetchPriority: 'high' } as const,
]
