// The current numbers for the admin's dashboard.
import { statfs } from 'node:fs/promises'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { overview as endpoint } from '@baobab/contract/metrics/endpoints.ts'
import { count, isNull, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { countStudents } from '../students/count-students.ts'
import { videos } from '../videos/tables.ts'
import { loadAttention } from './load-attention.ts'

type Overview = ReplyOf<typeof endpoint>

/** Loads the numbers for the dashboard tiles. */
export async function loadOverview(app: App, { roles }: Pick<AdminUser, 'roles'>): Promise<Overview> {
  const [{ all, paid }, { usedBytes, ...videoCounts }, attention, freeBytes] = await Promise.all([
    countStudents(app),
    loadVideoCounts(app),
    loadAttention(app, roles),
    readFreeBytes(app),
  ])
  return { students: { all, paid }, videos: videoCounts, attention, storage: { usedBytes, freeBytes } }
}

async function loadVideoCounts(app: App): Promise<Overview['videos'] & { usedBytes: number }> {
  const streams = sql`(select coalesce(sum((rung->>'bytes')::bigint), 0) + coalesce((${videos.stream}->>'soundBytes')::bigint, 0)
    from jsonb_array_elements(${videos.stream}->'rungs') as rung)`
  const bytes = sql<number>`coalesce(sum(${videos.sizeBytes} + coalesce(${streams}, 0)), 0)::float8`
  const rows = await app.db
    .select({ state: videos.state, videos: count(), bytes })
    .from(videos)
    .where(isNull(videos.deletedAt))
    .groupBy(videos.state)
  const countIn = (state: 'ready' | 'processing') => rows.find((row) => row.state === state)?.videos ?? 0
  return {
    ready: countIn('ready'),
    processing: countIn('processing'),
    usedBytes: rows.reduce((sum, row) => sum + row.bytes, 0),
  }
}

async function readFreeBytes({ config }: App): Promise<number | null> {
  if (config.s3) return null
  const { bavail, bsize } = await statfs(config.filesDir)
  return bavail * bsize
}
