import type { Config } from '@react-router/dev/config'

/** Every app page starts from the fallback page. The public pages are not included: see public-pages/. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: false,
} satisfies Config
