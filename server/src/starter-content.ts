import type { App } from './app.ts'

export async function loadStarterContent(_app: App): Promise<void> {}
