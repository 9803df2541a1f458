import { expect, it } from 'vitest'
import { toMaintenance, type MaintenanceValues } from './maintenance-card.tsx'

const now = new Date('2026-11-25T09:00:00.000Z')
const values: MaintenanceValues = { begin: 'now', startsAt: '', minutes: '30' }

it.each<[Partial<MaintenanceValues>, object]>([
  [{}, { expectedEndAt: '2026-11-25T09:30:00.000Z' }],
  [{ begin: 'soon' }, { startsAt: '2026-11-25T09:05:00.000Z', expectedEndAt: '2026-11-25T09:35:00.000Z' }],
  [
    { begin: 'later', startsAt: '2026-11-26T02:00', minutes: '45' },
    { startsAt: '2026-11-26T01:00:00.000Z', expectedEndAt: '2026-11-26T01:45:00.000Z' },
  ],
  // The server asks for what is missing.
  [{ begin: 'later' }, { startsAt: '', expectedEndAt: '' }],
  [{ minutes: 'long' }, { expectedEndAt: '' }],
])('%j becomes %j', (changes, expected) => {
  expect(toMaintenance({ ...values, ...changes }, now)).toEqual(expected)
})
