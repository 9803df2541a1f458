export const refusedByCitus: Record<string, readonly string[]> = {}
