// The settings of the object store.
import { settings } from '../settings.ts'

export type S3Config = { endpoint: string; region: string; bucket: string; keyId: string; secret: string }

const s3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The object store's settings must be set together, and cannot be combined with those of the local folder. */
export function s3Problems(environment: Record<string, string | undefined>): string[] {
  const missing = s3Settings.filter((name) => environment[name] === undefined)
  if (missing.length === s3Settings.length) return []
  if (environment['MEDIA_ACCEL'] !== undefined)
    return ['MEDIA_ACCEL serves FILES_DIR and cannot be set with S3_ENDPOINT']
  return missing.map((name) => `${name} is missing: ${settings[name]}`)
}

export function toS3Config(env: { [Name in (typeof s3Settings)[number] | 'S3_REGION']?: string | undefined }):
  | S3Config
  | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env
  if (!endpoint || !bucket || !keyId || !secret) return undefined
  return { endpoint, bucket, keyId, secret, region: env.S3_REGION ?? 'us-east-1' }
}
