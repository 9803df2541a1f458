import type { Config } from '@react-router/dev/config'

/** Every page of the app starts from the fallback page. The public pages are not part of it: see public-pages/. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
} satisfies Config
