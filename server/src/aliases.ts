import type { RouteContext } from './platform/route.ts'

export function addAliases(_context: RouteContext): void {}
