import type { Config } from '@react-router/dev/config'

/**
 * No server rendering: public pages are prerendered to files at build time, and every other path starts from the
 * fallback page.
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/', '/about', '/contact', '/terms', '/t&c', '/privacy-policy', '/policy'],
} satisfies Config
