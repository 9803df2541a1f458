import onest from './styles/fonts/onest-latin.woff2?no-inline'
import ojuju from './styles/fonts/ojuju-latin.woff2?no-inline'

/** Loads the fonts of every page early, beside its styles. */
export const fontLinks = [onest, ojuju].map(
  (href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const,
)
