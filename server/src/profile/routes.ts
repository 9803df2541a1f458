import type { RouteContext } from '../platform/route.ts'

export function addProfileRoutes(_context: RouteContext): void {}
