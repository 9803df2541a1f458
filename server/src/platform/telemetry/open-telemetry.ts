// Metrics and traces are off unless enabled in the settings; when they are off, no OpenTelemetry package is loaded.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Telemetry } from './telemetry.ts'

/** Opens metrics and traces according to the settings; undefined if both are off. */
export async function openTelemetry(
  config: Pick<Config, 'telemetry' | 'port'>,
  log: Logger,
): Promise<Telemetry | undefined> {
  const { scraping, otlp } = config.telemetry
  if (!scraping && !otlp) return undefined
  const { openSdk } = await import('./sdk.ts')
  return openSdk(config, log)
}
