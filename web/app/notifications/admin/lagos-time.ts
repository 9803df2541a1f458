// Values of datetime-local inputs, which have no time zone. They are in Lagos time, UTC+1 all year.
const OFFSET_MS = 3_600_000

/** Formats an instant for an input: '2026-10-01T09:00'. */
export function toLagosField(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

/** Parses an input's value into an ISO 8601 instant; undefined if it is not a complete date and time. */
export function fromLagosField(typed: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed)) return undefined
  const at = new Date(`${typed.slice(0, 16)}:00+01:00`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
