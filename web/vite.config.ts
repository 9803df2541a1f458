import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type ProxyOptions } from 'vite'
import { ownRouteModuleLoader } from './route-module-loader.ts'

/** In development the API is another process. Pages and API share paths, so only requests for HTML stay here. */
const toApi: ProxyOptions = {
  target: process.env['API_URL'] ?? 'http://localhost:3000',
  bypass: (request) => (request.headers.accept?.includes('text/html') ? request.url : undefined),
}
const apiPaths = ['/api', '/student', '/admin', '/contact/api', '/media', '/update-payment']

export default defineConfig({
  plugins: [ownRouteModuleLoader(), reactRouter()],
  server: {
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [path, toApi])),
      '/sandbox': { ...toApi, bypass: () => undefined },
    },
  },
  build: { sourcemap: false, assetsInlineLimit: 0 },
})
