// Metrics and traces are off unless a setting asks for them, and then no package of OpenTelemetry is loaded.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Telemetry } from './telemetry.ts'

/** Opens metrics and traces as the settings say; undefined if they ask for none. */
export async function openTelemetry(
  config: Pick<Config, 'telemetry' | 'port'>,
  log: Logger,
): Promise<Telemetry | undefined> {
  const { scraping, otlp } = config.telemetry
  if (!scraping && !otlp) return undefined
  const { openSdk } = await import('./sdk.ts')
  return openSdk(config, log)
}
