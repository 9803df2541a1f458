import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('shell/public-layout.tsx', [index('home/home.tsx'), route('*', 'shell/not-found.tsx')]),
] satisfies RouteConfig
