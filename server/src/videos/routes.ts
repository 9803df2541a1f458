import type { RouteContext } from '../platform/route.ts'

export function addVideoRoutes(_context: RouteContext): void {}
