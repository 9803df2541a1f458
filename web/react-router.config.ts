import type { Config } from '@react-router/dev/config'

/** No server rendering: public pages are prerendered to files at build time, every other path starts from the fallback. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
  prerender: ['/', '/about', '/contact', '/terms', '/t&c', '/privacy-policy', '/policy'],
} satisfies Config
