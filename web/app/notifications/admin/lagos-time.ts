// The one clock of the office: Lagos, which is UTC+1 all year. A field of date and time knows no zone.
const OFFSET_MS = 3_600_000

/** What a field of date and time shows of an instant: 2026-10-01T09:00. */
export function toLagosField(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

/** The instant that was typed into such a field, as the wire has it; undefined where it is none. */
export function fromLagosField(typed: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed)) return undefined
  const at = new Date(`${typed.slice(0, 16)}:00+01:00`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
