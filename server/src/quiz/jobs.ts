import type { App } from '../app.ts'

export async function startQuizJobs(_app: App): Promise<void> {}
