import type { RouteContext } from '../platform/route.ts'

export function addQuizRoutes(_context: RouteContext): void {}
