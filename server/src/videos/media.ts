import type { RouteContext } from '../platform/route.ts'

export function addMediaRoutes(_context: RouteContext): void {}
