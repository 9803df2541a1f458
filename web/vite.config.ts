import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { ownRouteModuleLoader } from './route-module-loader.ts'

export default defineConfig({
  plugins: [ownRouteModuleLoader(), reactRouter()],
  build: { sourcemap: false, assetsInlineLimit: 0 },
})
